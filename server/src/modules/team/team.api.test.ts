import { INVITATION_MS, INVITATIONS_PER_DAY, MAILS_PER_TARGET_HOUR } from '@crewline/contract/limits'
import { Role } from '@crewline/contract/permissions'
import { inviteMember, resendInvitation, team } from '@crewline/contract/team'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { limitTo, makeGroup, makePerson, type Person } from '../../../test/kit/cast.ts'
import { house, type House } from '../../../test/kit/house.ts'
import { makeToken, tokenHash } from '../../kernel/secrets/tokens.ts'
import type { Letter } from '../mail/index.ts'
import { addMember, invitationByToken, takeInvitation } from './index.ts'

let t: House
let nights: string
let foreign: string
beforeAll(async () => {
  t = await house({ roles: 'web' })
  nights = await makeGroup(t.process.kernel, t.acme.id, 'Nights', [t.acme.bob.id])
  foreign = await makeGroup(t.process.kernel, t.beta.id, 'Beta nights', [t.beta.bob.id])
})
afterAll(() => t.close())
// Limits are counted for days; each story starts with none used up.
beforeEach(() => freshLimits())

const system = () => t.process.kernel.database.asSystem('tests look at every organization')
const now = () => t.process.kernel.world.now()
const ann = () => t.as(t.acme.ann)
const invite = (email: string, more: { role?: Role; groupIds?: string[] } = {}, person: Person = t.acme.ann) =>
  t.as(person).call(inviteMember, { body: { email, role: 'agent', ...more } })
const only = async (email: string) =>
  (await ann().call(team, { query: { search: email } })).body.data.filter((one) => one.email === email)

async function freshLimits(): Promise<void> {
  await sql`delete from rate_limit`.execute(system())
  await sql`delete from mail`.execute(system())
}

/** The letters that wait, oldest first. */
async function letters(): Promise<Letter[]> {
  const found = await sql<{ id: string; sealed: string }>`select id, sealed from mail order by id`.execute(system())
  return found.rows.map((row) => JSON.parse(t.process.kernel.seal.open(`mail|sealed|${row.id}`, row.sealed)) as Letter)
}

async function tokenFor(email: string): Promise<string> {
  const letter = (await letters()).findLast((one) => one.to === email)
  return (letter?.action?.url ?? '').split('/').at(-1) as string
}

const opens = (token: string) => invitationByToken(system(), tokenHash(token), now())

describe('the team', () => {
  test('shows members and invitations of one’s own organization, by name, role and last use, in pages', async () => {
    await invite('zoe@test.example')
    const everybody = (await ann().call(team)).body
    expect(everybody.organization).toMatchObject({ id: t.acme.id, name: 'Acme' })
    expect(everybody.data.map((one) => one.firstname || one.email)).toEqual(['Ann', 'Gus', 'Vic', 'zoe@test.example'])
    expect(everybody.total).toBe(4)
    expect(everybody.data[0]).toMatchObject({
      ...{ userId: t.acme.ann.id, email: t.acme.ann.email, role: 'owner', scope: 'all', groups: [] },
      ...{ status: 'active', mfa: false, invitedAt: null, lastSeenAt: expect.any(String) as string },
    })
    const byRole = await ann().call(team, { query: { sort: 'role', order: 'desc' } })
    expect(byRole.body.data.map((one) => one.role)).toEqual(['viewer', 'agent', 'agent', 'owner'])
    await sql`update session set last_seen_at = now() + interval '1 second' where person_id = ${t.acme.gus.id}`.execute(
      system(),
    )
    const seen = await ann().call(team, { query: { sort: 'lastSeenAt', order: 'desc' } })
    expect(seen.body.data.at(0)?.firstname).toBe('Gus')
    expect(seen.body.data.at(-1)?.lastSeenAt).toBeNull()
    const found: string[] = []
    for (let cursor: string | undefined, pages = 0; pages === 0 || cursor; pages++) {
      const page = (await ann().call(team, { query: { pageSize: 1, ...(cursor ? { cursor } : {}) } })).body
      found.push(...page.data.map((one) => one.id))
      cursor = page.nextCursor
    }
    expect(found).toEqual(everybody.data.map((one) => one.id))
    const second = await ann().call(team, { query: { pageSize: 2, page: 2 } })
    expect(second.body.data.map((one) => one.id)).toEqual(found.slice(2))
  })

  test('is searched by name and e-mail, and by id', async () => {
    const search = async (words: string) =>
      (await ann().call(team, { query: { search: words } })).body.data.map((one) => one.firstname)
    expect(await search('GÚS acme')).toEqual(['Gus'])
    expect(await search(t.acme.vic.email)).toEqual(['Vic'])
    expect(await search('%')).toEqual([])
    const [gus] = (await ann().call(team, { query: { search: 'gus' } })).body.data
    expect((await ann().call(team, { query: { id: gus?.id as string } })).body).toMatchObject({ total: 1, data: [gus] })
    expect((await t.as(t.beta.ann).call(team, { query: { id: gus?.id as string } })).body.data).toEqual([])
  })

  test('says who sees which groups, and that a second step is on', async () => {
    await limitTo(t.process.kernel, t.acme.vic, [nights])
    await sql`update person set mfa_method = 'totp' where id = ${t.acme.vic.id}`.execute(system())
    const vic = (await ann().call(team, { query: { search: 'vic' } })).body.data[0]
    expect(vic).toMatchObject({ scope: 'groups', groups: [{ id: nights, name: 'Nights' }], mfa: true })
  })

  test('when somebody was here says nothing about when they were elsewhere', async () => {
    const { kernel } = t.process
    await addMember(system(), {
      id: kernel.world.id(),
      orgId: t.beta.id,
      personId: t.acme.gus.id,
      role: 'viewer',
      now: now(),
    })
    const gus = (await t.as(t.beta.ann).call(team, { query: { search: 'gus acme' } })).body.data[0]
    expect(gus).toMatchObject({ userId: t.acme.gus.id, lastSeenAt: null })
  })
})

describe('an invitation', () => {
  test('goes out with a link for seven days, of which only a hash is kept, in the language of who invites', async () => {
    const answer = await invite('  Bea@Test.Example ', { role: 'manager', groupIds: [nights, nights] })
    expect(answer.body.invitation).toMatchObject({
      ...{ email: 'bea@test.example', role: 'manager', scope: 'groups', groups: [{ id: nights, name: 'Nights' }] },
      ...{ status: 'invited', userId: null, invitedAt: expect.any(String) as string },
    })
    const [letter] = await letters()
    expect(letter).toMatchObject({ to: 'bea@test.example', language: 'en' })
    expect(letter?.subject).toBe('Ann Acme invited you to Acme on Crewline')
    expect(letter?.lines.join(' ')).toContain('as Manager')
    const token = await tokenFor('bea@test.example')
    expect(letter?.action?.url).toBe(`${t.process.kernel.config.publicUrl}/auth/accept-invitation/${token}`)
    expect(await opens(token)).toEqual({
      ...{
        id: answer.body.invitation.id,
        orgId: t.acme.id,
        organizationName: 'Acme',
        inviterName: 'Ann Acme',
        inviterId: t.acme.ann.id,
      },
      ...{ email: 'bea@test.example', role: 'manager', groupIds: [nights] },
    })
    expect(JSON.stringify(answer.body)).not.toContain(token)
    const kept = await sql<{ row: string }>`select i::text as row from invitation i`.execute(system())
    expect(JSON.stringify(kept.rows)).not.toContain(token)
    await sql`update person set locale = 'es' where id = ${t.acme.ann.id}`.execute(system())
    await invite('rosa@test.example')
    await sql`update person set locale = 'en' where id = ${t.acme.ann.id}`.execute(system())
    expect((await letters()).at(-1)).toMatchObject({ language: 'es', action: { label: 'Aceptar la invitación' } })
  })

  test('replaces the open one of the same e-mail, whose link dies, in whatever letters it is written', async () => {
    const first = await invite('cal@test.example', { role: 'admin', groupIds: [nights] })
    expect(first.body.invitation).toMatchObject({ role: 'admin', scope: 'all', groups: [] })
    const old = await tokenFor('cal@test.example')
    const second = await invite('CAL@test.example', { role: 'viewer' })
    expect(second.body.invitation).toMatchObject({ id: first.body.invitation.id, role: 'viewer', scope: 'all' })
    expect(await only('cal@test.example')).toHaveLength(1)
    expect(await opens(old)).toBeUndefined()
    expect(await opens(await tokenFor('cal@test.example'))).toMatchObject({ role: 'viewer' })
  })

  test('made by many at once is one, with one link that opens', async () => {
    const answers = await Promise.all(Array.from({ length: 3 }, () => invite('dee@test.example')))
    expect(answers.map((one) => one.http)).toEqual([200, 200, 200])
    expect(await only('dee@test.example')).toHaveLength(1)
    const tokens = (await letters()).map((one) => one.action?.url.split('/').at(-1) as string)
    expect((await Promise.all(tokens.map(opens))).filter(Boolean)).toHaveLength(1)
  })

  test('is only for roles up to one’s own, and only owners and admins send any', async () => {
    const { kernel } = t.process
    for (const role of Role.options) {
      const person = await makePerson(kernel, t.acme.id, { firstname: 'Rob', lastname: role, role })
      for (const given of Role.options) {
        await freshLimits()
        const answer = await invite(`${role}.${given}@test.example`, { role: given }, person)
        const code = !['owner', 'admin'].includes(role) ? 'not_permitted' : 'role_too_high'
        const may = role === 'owner' || (role === 'admin' && given !== 'owner')
        expect({ role, given, http: answer.http, code: answer.body.code }).toEqual({
          ...{ role, given, http: may ? 200 : 422, code: may ? undefined : code },
        })
      }
    }
    const admin = await makePerson(kernel, t.acme.id, { firstname: 'Rob', lastname: 'Again', role: 'admin' })
    const [owners] = await only('owner.owner@test.example')
    const again = await t.as(admin).call(resendInvitation, { query: { id: owners?.id as string } })
    expect(again.body.code).toBe('role_too_high')
  })

  test('is not for who is here already, but for who was removed', async () => {
    const gus = await invite(t.acme.gus.email.toUpperCase())
    expect(gus).toMatchObject({ http: 422, body: { code: 'already_member' } })
    expect(await letters()).toEqual([])
    const gone = await makePerson(t.process.kernel, t.acme.id, { firstname: 'Gone', lastname: 'Acme', role: 'owner' })
    await sql`update member set status = 'deactivated' where person_id = ${gone.id}`.execute(system())
    expect((await invite(gone.email)).http).toBe(200)
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
  ])('to %j is refused next to the field, and nothing is written or mailed', async (email) => {
    const answer = await invite(email)
    expect(answer).toMatchObject({ http: 400, body: { code: 'invalid' } })
    expect(await letters()).toEqual([])
  })

  test('to groups that are not here is not found', async () => {
    for (const id of [foreign, t.process.kernel.world.id()]) {
      const answer = await invite('eli@test.example', { groupIds: [nights, id] })
      expect(answer).toMatchObject({ http: 404, body: { code: 'not_found' } })
    }
    expect(await only('eli@test.example')).toEqual([])
  })

  test('goes to one mailbox three times an hour, from whichever organization', async () => {
    const people = [t.acme.ann, t.beta.ann, t.acme.ann]
    for (const person of people.slice(0, MAILS_PER_TARGET_HOUR))
      expect((await invite('fay@test.example', {}, person)).http).toBe(200)
    expect(await invite('FAY@test.example', {}, t.beta.ann)).toMatchObject({ http: 429, body: { code: 'slow_down' } })
    expect(await letters()).toHaveLength(MAILS_PER_TARGET_HOUR)
  })

  test('goes out of one organization fifty times a day', async () => {
    const sent = await Promise.all(
      Array.from({ length: INVITATIONS_PER_DAY + 3 }, (_, n) => invite(`many${n}@test.example`, {}, t.beta.ann)),
    )
    expect(sent.filter((one) => one.http === 200)).toHaveLength(INVITATIONS_PER_DAY)
    expect(sent.filter((one) => one.body.code === 'slow_down')).toHaveLength(3)
    expect((await invite('one.more@test.example')).http).toBe(200)
  })

  test('is noted with who sent it', async () => {
    const answer = await invite('gil@test.example')
    await ann().call(resendInvitation, { query: { id: answer.body.invitation.id } })
    const noted = await sql`
      select action, actor_id, detail from audit_entry where org_id = ${t.acme.id} and target = ${answer.body.invitation.id} order by id`.execute(
      system(),
    )
    expect(noted.rows).toEqual([
      {
        action: 'invitation.sent',
        actor_id: t.acme.ann.id,
        detail: { email: 'gil@test.example', role: 'agent', groupIds: [] },
      },
      { action: 'invitation.resent', actor_id: t.acme.ann.id, detail: { email: 'gil@test.example' } },
    ])
  })
})

describe('an invitation sent again', () => {
  test('has a new link for seven more days, also when it had expired; the old link is dead', async () => {
    const { id } = (await invite('hal@test.example')).body.invitation
    const old = await tokenFor('hal@test.example')
    await sql`update invitation set expires_at = now() - interval '1 second' where id = ${id}`.execute(system())
    expect(await only('hal@test.example')).toMatchObject([{ status: 'expired' }])
    expect(await opens(old)).toBeUndefined()
    expect(await takeInvitation(system(), id, now())).toBe(false)
    const again = await ann().call(resendInvitation, { query: { id } })
    expect(again.body.invitation).toMatchObject({ id, status: 'invited', role: 'agent' })
    const token = await tokenFor('hal@test.example')
    expect(token).not.toBe(old)
    expect(await opens(old)).toBeUndefined()
    expect(await opens(token)).toMatchObject({ id })
    const until = await sql<{ at: Date }>`select expires_at as at from invitation where id = ${id}`.execute(system())
    expect(Number(until.rows[0]?.at) - Date.now()).toBeGreaterThan(INVITATION_MS - 60_000)
  })

  test('is not found when it is another organization’s, was accepted, or never was', async () => {
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

  test('goes three times an hour, the first one counted', async () => {
    const { id } = (await invite('joe@test.example')).body.invitation
    for (let nth = 1; nth < MAILS_PER_TARGET_HOUR; nth++)
      expect((await ann().call(resendInvitation, { query: { id } })).http).toBe(200)
    expect((await ann().call(resendInvitation, { query: { id } })).body.code).toBe('slow_down')
  })
})

describe('an invitation accepted', () => {
  test('is taken once, however many try at once', async () => {
    const { id } = (await invite('kay@test.example')).body.invitation
    const token = await tokenFor('kay@test.example')
    const taken = await Promise.all(Array.from({ length: 50 }, () => takeInvitation(system(), id, now())))
    expect(taken.filter(Boolean)).toHaveLength(1)
    expect(await opens(token)).toBeUndefined()
    expect((await invite('kay@test.example')).body.invitation.id).not.toBe(id)
  })

  test('opens nothing with a token that was never given, nor in a closed organization', async () => {
    expect(await opens(makeToken(t.process.kernel.world))).toBeUndefined()
    expect(await opens('')).toBeUndefined()
  })

  test('makes a member with the groups given; owners and admins see everybody', async () => {
    const { kernel } = t.process
    const add = async (personId: string, role: Role, groupIds: string[]) => {
      await addMember(system(), { id: kernel.world.id(), orgId: t.acme.id, personId, role, groupIds, now: now() })
      return (await ann().call(team, { query: { pageSize: 200 } })).body.data.find((one) => one.userId === personId)
    }
    expect(await add(t.beta.ann.id, 'admin', [nights])).toMatchObject({ role: 'admin', scope: 'all', groups: [] })
    expect(await add(t.beta.gus.id, 'agent', [nights])).toMatchObject({ scope: 'groups', groups: [{ id: nights }] })
    expect(await add(t.beta.vic.id, 'viewer', [])).toMatchObject({ role: 'viewer', scope: 'all' })
    // Whoever is active stays as they are; whoever was removed comes back as said now.
    expect(await add(t.beta.gus.id, 'owner', [])).toMatchObject({ role: 'agent', scope: 'groups' })
    await sql`update member set status = 'deactivated' where org_id = ${t.acme.id} and person_id = ${t.beta.gus.id}`.execute(
      system(),
    )
    expect(await add(t.beta.gus.id, 'manager', [])).toMatchObject({ role: 'manager', scope: 'all', groups: [] })
    await expect(add(t.acme.gus.id, 'agent', [])).resolves.toMatchObject({ role: 'agent' })
    const fresh = await makePerson(kernel, t.beta.id, { firstname: 'New', lastname: 'Beta', role: 'agent' })
    await expect(add(fresh.id, 'agent', [foreign])).rejects.toThrow('foreign key')
  })
})
