import { INVITATION_MS, INVITATIONS_PER_DAY, MAILS_PER_TARGET_HOUR } from '@crewline/contract/limits'
import { Role } from '@crewline/contract/permissions'
import { inviteMember, resendInvitation, team } from '@crewline/contract/team'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { limitTo, makeGroup, makeUser, type TestUser } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { makeToken, tokenHash } from '../../kernel/secrets/tokens.ts'
import type { Email } from '../mail/index.ts'
import { addMember, invitationByToken, takeInvitation } from './index.ts'

let t: TestApp
let nights: string
let foreign: string
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
  nights = await makeGroup(t.process.kernel, t.acme.id, 'Nights', [t.acme.bob.id])
  foreign = await makeGroup(t.process.kernel, t.beta.id, 'Beta nights', [t.beta.bob.id])
})
afterAll(() => t.close())
// Limits last for days, so each test starts with fresh ones.
beforeEach(() => resetLimits())

const system = () => t.process.kernel.database.asSystem('tests look at every organization')
const now = () => t.process.kernel.world.now()
const ann = () => t.as(t.acme.ann)
const invite = (email: string, more: { role?: Role; groupIds?: string[] } = {}, user: TestUser = t.acme.ann) =>
  t.as(user).call(inviteMember, { body: { email, role: 'agent', ...more } })
const only = async (email: string) =>
  (await ann().call(team, { query: { search: email } })).body.data.filter((teammate) => teammate.email === email)

async function resetLimits(): Promise<void> {
  await sql`delete from rate_limit`.execute(system())
  await sql`delete from mail`.execute(system())
}

/** Returns the queued emails, oldest first. */
async function sentMails(): Promise<Email[]> {
  const result = await sql<{ id: string; sealed: string }>`select id, sealed from mail order by id`.execute(system())
  return result.rows.map(
    (row) => JSON.parse(t.process.kernel.encryption.open(`mail|sealed|${row.id}`, row.sealed)) as Email,
  )
}

async function tokenFor(email: string): Promise<string> {
  const mail = (await sentMails()).findLast((sent) => sent.to === email)
  return (mail?.action?.url ?? '').split('/').at(-1) as string
}

const opens = (token: string) => invitationByToken(system(), tokenHash(token), now())

describe('the team list', () => {
  test('lists the members and invitations of the organization by name, role and last use, in pages', async () => {
    await invite('zoe@test.example')
    const everyone = (await ann().call(team)).body
    expect(everyone.organization).toMatchObject({ id: t.acme.id, name: 'Acme' })
    expect(everyone.data.map((teammate) => teammate.firstname || teammate.email)).toEqual([
      'Ann',
      'Gus',
      'Vic',
      'zoe@test.example',
    ])
    expect(everyone.total).toBe(4)
    expect(everyone.data[0]).toMatchObject({
      ...{ userId: t.acme.ann.id, email: t.acme.ann.email, role: 'owner', scope: 'all', groups: [] },
      ...{ status: 'active', mfa: false, invitedAt: null, lastSeenAt: expect.any(String) as string },
    })
    const byRole = await ann().call(team, { query: { sort: 'role', order: 'desc' } })
    expect(byRole.body.data.map((teammate) => teammate.role)).toEqual(['viewer', 'agent', 'agent', 'owner'])
    await sql`update session set last_seen_at = now() + interval '1 hour' where user_id = ${t.acme.gus.id}`.execute(
      system(),
    )
    const byLastSeen = await ann().call(team, { query: { sort: 'lastSeenAt', order: 'desc' } })
    expect(byLastSeen.body.data.at(0)?.firstname).toBe('Gus')
    expect(byLastSeen.body.data.at(-1)?.lastSeenAt).toBeNull()
    const names: string[] = []
    for (let cursor: string | undefined, pages = 0; pages === 0 || cursor; pages++) {
      const page = (await ann().call(team, { query: { pageSize: 1, ...(cursor ? { cursor } : {}) } })).body
      names.push(...page.data.map((teammate) => teammate.id))
      cursor = page.nextCursor
    }
    expect(names).toEqual(everyone.data.map((teammate) => teammate.id))
    const second = await ann().call(team, { query: { pageSize: 2, page: 2 } })
    expect(second.body.data.map((teammate) => teammate.id)).toEqual(names.slice(2))
  })

  test('finds members by name and email, and by id', async () => {
    const search = async (terms: string) =>
      (await ann().call(team, { query: { search: terms } })).body.data.map((teammate) => teammate.firstname)
    expect(await search('GÚS acme')).toEqual(['Gus'])
    expect(await search(t.acme.vic.email)).toEqual(['Vic'])
    expect(await search('%')).toEqual([])
    const [gus] = (await ann().call(team, { query: { search: 'gus' } })).body.data
    expect((await ann().call(team, { query: { id: gus?.id as string } })).body).toMatchObject({ total: 1, data: [gus] })
    expect((await t.as(t.beta.ann).call(team, { query: { id: gus?.id as string } })).body.data).toEqual([])
  })

  test('shows the groups a member sees and whether two-factor authentication is on', async () => {
    await limitTo(t.process.kernel, t.acme.vic, [nights])
    await sql`update user_account set mfa_method = 'totp' where id = ${t.acme.vic.id}`.execute(system())
    const vic = (await ann().call(team, { query: { search: 'vic' } })).body.data[0]
    expect(vic).toMatchObject({ scope: 'groups', groups: [{ id: nights, name: 'Nights' }], mfa: true })
  })

  test('shows the last use of this organization only, not of others', async () => {
    const { kernel } = t.process
    await addMember(system(), {
      id: kernel.world.id(),
      orgId: t.beta.id,
      userId: t.acme.gus.id,
      role: 'viewer',
      now: now(),
    })
    const gus = (await t.as(t.beta.ann).call(team, { query: { search: 'gus acme' } })).body.data[0]
    expect(gus).toMatchObject({ userId: t.acme.gus.id, lastSeenAt: null })
  })
})

describe('an invitation', () => {
  test('is sent with a link for seven days, stored only as a hash, in the language of the inviter', async () => {
    const answer = await invite('  Bea@Test.Example ', { role: 'manager', groupIds: [nights, nights] })
    expect(answer.body.invitation).toMatchObject({
      ...{ email: 'bea@test.example', role: 'manager', scope: 'groups', groups: [{ id: nights, name: 'Nights' }] },
      ...{ status: 'invited', userId: null, invitedAt: expect.any(String) as string },
    })
    const [mail] = await sentMails()
    expect(mail).toMatchObject({ to: 'bea@test.example', language: 'en' })
    expect(mail?.subject).toBe('Ann Acme invited you to Acme on Crewline')
    expect(mail?.lines.join(' ')).toContain('as Manager')
    const token = await tokenFor('bea@test.example')
    expect(mail?.action?.url).toBe(`${t.process.kernel.config.publicUrl}/auth/accept-invitation/${token}`)
    expect(await opens(token)).toEqual({
      ...{
        id: answer.body.invitation.id,
        orgId: t.acme.id,
        organizationName: 'Acme',
        inviterName: 'Ann Acme',
        inviterId: t.acme.ann.id,
      },
      ...{ email: 'bea@test.example', role: 'manager', groupIds: [nights] },
      ...{ roleId: null, roleName: null, permissions: null },
    })
    expect(JSON.stringify(answer.body)).not.toContain(token)
    const stored = await sql<{ row: string }>`select i::text as row from invitation i`.execute(system())
    expect(JSON.stringify(stored.rows)).not.toContain(token)
    await sql`update user_account set locale = 'es' where id = ${t.acme.ann.id}`.execute(system())
    await invite('rosa@test.example')
    await sql`update user_account set locale = 'en' where id = ${t.acme.ann.id}`.execute(system())
    expect((await sentMails()).at(-1)).toMatchObject({ language: 'es', action: { label: 'Aceptar la invitación' } })
  })

  test('replaces the open one to the same email in any letter case, and its link stops working', async () => {
    const first = await invite('cal@test.example', { role: 'admin', groupIds: [nights] })
    expect(first.body.invitation).toMatchObject({ role: 'admin', scope: 'all', groups: [] })
    const oldToken = await tokenFor('cal@test.example')
    const second = await invite('CAL@test.example', { role: 'viewer' })
    expect(second.body.invitation).toMatchObject({ id: first.body.invitation.id, role: 'viewer', scope: 'all' })
    expect(await only('cal@test.example')).toHaveLength(1)
    expect(await opens(oldToken)).toBeUndefined()
    expect(await opens(await tokenFor('cal@test.example'))).toMatchObject({ role: 'viewer' })
  })

  test('is stored once when sent concurrently, with one working link', async () => {
    const answers = await Promise.all(Array.from({ length: 3 }, () => invite('dee@test.example')))
    expect(answers.map((answer) => answer.http)).toEqual([200, 200, 200])
    expect(await only('dee@test.example')).toHaveLength(1)
    const tokens = (await sentMails()).map((mail) => mail.action?.url.split('/').at(-1) as string)
    expect((await Promise.all(tokens.map(opens))).filter(Boolean)).toHaveLength(1)
  })

  test('allows only roles up to the own one, and is sent only by owners and admins', async () => {
    const { kernel } = t.process
    for (const role of Role.options) {
      const user = await makeUser(kernel, t.acme.id, { firstname: 'Rob', lastname: role, role })
      for (const granted of Role.options) {
        await resetLimits()
        const answer = await invite(`${role}.${granted}@test.example`, { role: granted }, user)
        const code = !['owner', 'admin'].includes(role) ? 'not_permitted' : 'role_too_high'
        const may = role === 'owner' || (role === 'admin' && granted !== 'owner')
        expect({ role, given: granted, http: answer.http, code: answer.body.code }).toEqual({
          ...{ role, given: granted, http: may ? 200 : 422, code: may ? undefined : code },
        })
      }
    }
    const admin = await makeUser(kernel, t.acme.id, { firstname: 'Rob', lastname: 'Again', role: 'admin' })
    const [owners] = await only('owner.owner@test.example')
    const resent = await t.as(admin).call(resendInvitation, { query: { id: owners?.id as string } })
    expect(resent.body.code).toBe('role_too_high')
  })

  test('is rejected for a current member and accepted for a removed one', async () => {
    const gus = await invite(t.acme.gus.email.toUpperCase())
    expect(gus).toMatchObject({ http: 422, body: { code: 'already_member' } })
    expect(await sentMails()).toEqual([])
    const formerOwner = await makeUser(t.process.kernel, t.acme.id, {
      firstname: 'Gone',
      lastname: 'Acme',
      role: 'owner',
    })
    await sql`update member set status = 'deactivated' where user_id = ${formerOwner.id}`.execute(system())
    expect((await invite(formerOwner.email)).http).toBe(200)
    expect((await invite(t.beta.ann.email)).http).toBe(200)
  })

  test.each([
    ...[
      '',
      'x',
      'x@',
      '@y.example',
      'a b@y.example',
      'a@y',
      'a@y.example\r\nBcc: b@y.example',
      'a@y.example,b@y.example',
    ],
    ...[
      '<a@y.example>',
      '"a"@y.example',
      `${'a'.repeat(250)}@y.example`,
      'a@y.example\0',
      'a@-y.example',
      'a@y..example',
    ],
  ])('rejects an invitation to %j next to the field and writes and sends nothing', async (email) => {
    const answer = await invite(email)
    expect(answer).toMatchObject({ http: 400, body: { code: 'invalid' } })
    expect(await sentMails()).toEqual([])
  })

  test('is not found with groups of another organization', async () => {
    for (const id of [foreign, t.process.kernel.world.id()]) {
      const answer = await invite('eli@test.example', { groupIds: [nights, id] })
      expect(answer).toMatchObject({ http: 404, body: { code: 'not_found' } })
    }
    expect(await only('eli@test.example')).toEqual([])
  })

  test('is sent to one mailbox three times an hour, across all organizations', async () => {
    const users = [t.acme.ann, t.beta.ann, t.acme.ann]
    for (const user of users.slice(0, MAILS_PER_TARGET_HOUR))
      expect((await invite('fay@test.example', {}, user)).http).toBe(200)
    expect(await invite('FAY@test.example', {}, t.beta.ann)).toMatchObject({ http: 429, body: { code: 'slow_down' } })
    expect(await sentMails()).toHaveLength(MAILS_PER_TARGET_HOUR)
  })

  test('is sent by one organization fifty times a day', async () => {
    const sent = await Promise.all(
      Array.from({ length: INVITATIONS_PER_DAY + 3 }, (_, n) => invite(`many${n}@test.example`, {}, t.beta.ann)),
    )
    expect(sent.filter((response) => response.http === 200)).toHaveLength(INVITATIONS_PER_DAY)
    expect(sent.filter((response) => response.body.code === 'slow_down')).toHaveLength(3)
    expect((await invite('one.more@test.example')).http).toBe(200)
  })

  test('is audited with its sender', async () => {
    const answer = await invite('gil@test.example')
    await ann().call(resendInvitation, { query: { id: answer.body.invitation.id } })
    const audited = await sql`
      select action, actor_id, detail from audit_entry where org_id = ${t.acme.id} and target = ${answer.body.invitation.id} order by id`.execute(
      system(),
    )
    expect(audited.rows).toEqual([
      {
        action: 'invitation.sent',
        actor_id: t.acme.ann.id,
        detail: { email: 'gil@test.example', role: 'agent', roleId: null, groupIds: [] },
      },
      { action: 'invitation.resent', actor_id: t.acme.ann.id, detail: { email: 'gil@test.example' } },
    ])
  })
})

describe('resending an invitation', () => {
  test('sends a new link for seven more days, even after expiry, and the old link stops working', async () => {
    const { id } = (await invite('hal@test.example')).body.invitation
    const oldToken = await tokenFor('hal@test.example')
    await sql`update invitation set expires_at = now() - interval '1 second' where id = ${id}`.execute(system())
    expect(await only('hal@test.example')).toMatchObject([{ status: 'expired' }])
    expect(await opens(oldToken)).toBeUndefined()
    expect(await takeInvitation(system(), id, now())).toBe(false)
    const resent = await ann().call(resendInvitation, { query: { id } })
    expect(resent.body.invitation).toMatchObject({ id, status: 'invited', role: 'agent' })
    const token = await tokenFor('hal@test.example')
    expect(token).not.toBe(oldToken)
    expect(await opens(oldToken)).toBeUndefined()
    expect(await opens(token)).toMatchObject({ id })
    const until = await sql<{ at: Date }>`select expires_at as at from invitation where id = ${id}`.execute(system())
    expect(Number(until.rows[0]?.at) - Date.now()).toBeGreaterThan(INVITATION_MS - 60_000)
  })

  test('returns 404 for an invitation that is unknown, accepted, or of another organization', async () => {
    const { id } = (await invite('ida@test.example')).body.invitation
    const before = await tokenFor('ida@test.example')
    const unknown = [
      await t.as(t.beta.ann).call(resendInvitation, { query: { id } }),
      await ann().call(resendInvitation, { query: { id: t.process.kernel.world.id() } }),
    ]
    expect(await opens(before)).toMatchObject({ id })
    expect(await takeInvitation(system(), id, now())).toBe(true)
    unknown.push(await ann().call(resendInvitation, { query: { id } }))
    for (const answer of unknown) expect(answer).toMatchObject({ http: 404, body: { code: 'not_found' } })
    expect(await only('ida@test.example')).toEqual([])
  })

  test('is limited to three emails an hour, including the first', async () => {
    const { id } = (await invite('joe@test.example')).body.invitation
    for (let nth = 1; nth < MAILS_PER_TARGET_HOUR; nth++)
      expect((await ann().call(resendInvitation, { query: { id } })).http).toBe(200)
    expect((await ann().call(resendInvitation, { query: { id } })).body.code).toBe('slow_down')
  })
})

describe('accepting an invitation', () => {
  test('succeeds once, however many requests run concurrently', async () => {
    const { id } = (await invite('kay@test.example')).body.invitation
    const token = await tokenFor('kay@test.example')
    const results = await Promise.all(Array.from({ length: 50 }, () => takeInvitation(system(), id, now())))
    expect(results.filter(Boolean)).toHaveLength(1)
    expect(await opens(token)).toBeUndefined()
    expect((await invite('kay@test.example')).body.invitation.id).not.toBe(id)
  })

  test('finds no invitation for an unknown or empty token', async () => {
    expect(await opens(makeToken(t.process.kernel.world))).toBeUndefined()
    expect(await opens('')).toBeUndefined()
  })

  test('adds a member with the given groups, and owners and admins see all contacts', async () => {
    const { kernel } = t.process
    const add = async (userId: string, role: Role, groupIds: string[]) => {
      await addMember(system(), { id: kernel.world.id(), orgId: t.acme.id, userId, role, groupIds, now: now() })
      return (await ann().call(team, { query: { pageSize: 200 } })).body.data.find(
        (teammate) => teammate.userId === userId,
      )
    }
    expect(await add(t.beta.ann.id, 'admin', [nights])).toMatchObject({ role: 'admin', scope: 'all', groups: [] })
    expect(await add(t.beta.gus.id, 'agent', [nights])).toMatchObject({ scope: 'groups', groups: [{ id: nights }] })
    expect(await add(t.beta.vic.id, 'viewer', [])).toMatchObject({ role: 'viewer', scope: 'all' })
    // An active member stays unchanged; a removed one returns with the new role and groups.
    expect(await add(t.beta.gus.id, 'owner', [])).toMatchObject({ role: 'agent', scope: 'groups' })
    await sql`update member set status = 'deactivated' where org_id = ${t.acme.id} and user_id = ${t.beta.gus.id}`.execute(
      system(),
    )
    expect(await add(t.beta.gus.id, 'manager', [])).toMatchObject({ role: 'manager', scope: 'all', groups: [] })
    await expect(add(t.acme.gus.id, 'agent', [])).resolves.toMatchObject({ role: 'agent' })
    const newUser = await makeUser(kernel, t.beta.id, { firstname: 'New', lastname: 'Beta', role: 'agent' })
    await expect(add(newUser.id, 'agent', [foreign])).rejects.toThrow('foreign key')
  })
})
