import { editSettings, login, me, prove, switchOrg } from '@crewline/contract/accounts'
import { dayIn, daysAfter } from '@crewline/contract/calendar'
import { editOrganization, organizationSettings, type OrganizationSettings } from '@crewline/contract/organizations'
import { setUpMfa } from '@crewline/contract/second-step'
import { acceptInvitation } from '@crewline/contract/sign-up'
import { inviteMember, resendInvitation, team, transferOwnership } from '@crewline/contract/team'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeOrg, PASSWORD, type Org, type TestUser } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
let org: Org
let nth = 3
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())
beforeEach(async () => {
  org = await makeOrg(t.process.kernel, `Crew ${nth}`, nth++)
  await sql`update session set proved_at = now() where user_id = ${org.ann.id}`.execute(system())
})

const system = () => t.process.kernel.database.asSystem('tests look at every organization')
const dayFrom = (days: number) => daysAfter(dayIn('America/Chicago', t.process.kernel.world.now()), days)
const withSecondStep = (user: TestUser) =>
  sql`update user_account set mfa_method = 'totp' where id = ${user.id}`.execute(system())
async function require(part: Partial<OrganizationSettings['security']>, user = org.ann) {
  const { settings } = (await t.as(org.ann).call(organizationSettings)).body
  return t.as(user).call(editOrganization, { body: { settings: { security: { ...settings.security, ...part } } } })
}

test('asks for a fresh password before the rules for logging in change, and for nothing else', async () => {
  await sql`update session set proved_at = now() - interval '1 hour' where user_id = ${org.ann.id}`.execute(system())
  expect(await require({ sessionHours: 24 })).toMatchObject({ http: 422, body: { code: 'proof_needed' } })
  const { settings } = (await t.as(org.ann).call(organizationSettings)).body
  expect(settings.security.sessionHours).not.toBe(24)
  // Neither other settings nor the same rules once more.
  const change = (body: object) => t.as(org.ann).call(editOrganization, { body })
  expect((await change({ settings: { awayReply: 'Back soon', security: settings.security } })).http).toBe(200)
  expect((await change({ name: 'Still Crew' })).http).toBe(200)
  expect((await t.as(org.ann).call(prove, { body: { password: PASSWORD } })).http).toBe(200)
  expect((await require({ sessionHours: 24 })).body.settings.security.sessionHours).toBe(24)
})

describe('two-step login required of all members', () => {
  test('narrows members without it to setting it up, at once and in every open page', async () => {
    await withSecondStep(org.ann)
    const his = await t.connectClient(org.gus)
    expect((await require({ secondStepBy: dayFrom(0) })).http).toBe(200)
    await his.next('access-changed')
    his.close()
    const as = t.as(org.gus)
    expect(await as.call(team)).toMatchObject({ http: 422, body: { code: 'second_step_needed' } })
    await expect(t.connectClient(org.gus)).rejects.toThrow('session_invalid')
    const { user } = (await as.call(me)).body
    expect(Date.parse(user.mfa.neededFrom ?? '')).toBeLessThanOrEqual(Date.now())
    expect((await as.call(prove, { body: { password: PASSWORD } })).http).toBe(200)
    expect((await as.call(setUpMfa)).http).toBe(200)
    expect((await as.call(editSettings, { body: { locale: 'es' } })).http).toBe(200)
    await withSecondStep(org.gus)
    expect((await as.call(team)).http).toBe(200)
    expect((await as.call(me)).body.user.mfa.neededFrom).toBeNull()
    const again = await t.connectClient(org.gus)
    again.close()
  })

  test('waits for its day, which begins at midnight in the time zone of the organization', async () => {
    await withSecondStep(org.ann)
    await require({ secondStepBy: dayFrom(3) })
    expect((await t.as(org.gus).call(team)).http).toBe(200)
    const { user } = (await t.as(org.gus).call(me)).body
    expect(dayIn('America/Chicago', new Date(user.mfa.neededFrom ?? 0))).toBe(dayFrom(3))
    const loggedIn = await t.as(null).call(login, { body: { email: org.gus.email, password: PASSWORD } })
    expect(loggedIn.body.user?.mfa.neededFrom).toBe(user.mfa.neededFrom)
    expect((await t.as(t.beta.gus).call(me)).body.user.mfa.neededFrom).toBeNull()
  })

  test('does not follow a member into another organization', async () => {
    await withSecondStep(org.ann)
    await sql`insert into member (org_id, id, user_id, role, created_at)
      values (${t.beta.id}, ${t.process.kernel.world.id()}, ${org.gus.id}, 'viewer', now())`.execute(system())
    await require({ secondStepBy: dayFrom(0) })
    const switched = await t.as(org.gus).call(switchOrg, { body: { organizationId: t.beta.id } })
    expect(switched).toMatchObject({ http: 200, body: { user: { mfa: { neededFrom: null } } } })
    expect((await t.as({ ...org.gus, token: switched.body.token }).call(team)).http).toBe(200)
  })

  test('is refused while the one who requires it has not set it up, and for other roles', async () => {
    expect(await require({ secondStepBy: dayFrom(0) })).toMatchObject({
      http: 400,
      body: { fieldErrors: { 'settings.security.secondStepBy': expect.any(String) as unknown } },
    })
    expect((await require({ secondStepBy: dayFrom(0) }, org.gus)).body.code).toBe('not_permitted')
    expect((await t.as(org.gus).call(team)).http).toBe(200)
  })

  test('keeps the ownership from members without it', async () => {
    await withSecondStep(org.ann)
    await require({ secondStepBy: dayFrom(7) })
    const { data } = (await t.as(org.ann).call(team)).body
    const memberId = data.find((row) => row.userId === org.gus.id)?.id ?? ''
    const transfer = () => t.as(org.ann).call(transferOwnership, { body: { memberId } })
    expect(await transfer()).toMatchObject({ http: 422, body: { code: 'second_step_missing' } })
    await withSecondStep(org.gus)
    expect((await transfer()).http).toBe(200)
  })
})

describe('the length of sessions', () => {
  const loggedIn = (user: TestUser, ago: string) =>
    sql`update session set created_at = now() - ${ago}::interval where user_id = ${user.id}`.execute(system())

  test('ends sessions that are older, at once and in every open page', async () => {
    await loggedIn(org.gus, '9 hours')
    await loggedIn(org.vic, '7 hours')
    const his = await t.connectClient(org.gus)
    expect((await require({ sessionHours: 8 })).http).toBe(200)
    await his.next('session-revoked')
    his.close()
    expect((await t.as(org.gus).call(me)).http).toBe(403)
    expect((await t.as(org.vic).call(me)).http).toBe(200)
    expect((await t.as(t.beta.gus).call(me)).http).toBe(200)
  })

  test('counts from the log-in, so that switching organizations does not extend it', async () => {
    await sql`insert into member (org_id, id, user_id, role, created_at)
      values (${t.beta.id}, ${t.process.kernel.world.id()}, ${org.vic.id}, 'viewer', now())`.execute(system())
    await loggedIn(org.vic, '9 hours')
    const there = await t.as(org.vic).call(switchOrg, { body: { organizationId: t.beta.id } })
    await sql`update session set replaced_at = null where user_id = ${org.vic.id}`.execute(system())
    const back = await t
      .as({ ...org.vic, token: there.body.token })
      .call(switchOrg, { body: { organizationId: org.id } })
    const returned = { ...org.vic, token: back.body.token }
    expect((await t.as(returned).call(me)).http).toBe(200)
    await require({ sessionHours: 8 })
    expect((await t.as(returned).call(me)).http).toBe(403)
  })

  test('is between one hour and thirty days', async () => {
    for (const sessionHours of [0, 721, 1.5]) expect((await require({ sessionHours })).http).toBe(400)
  })
})

describe('allowed email domains', () => {
  const invite = (email: string) => t.as(org.ann).call(inviteMember, { body: { email, role: 'agent' } })

  test('apply to invitations, to sending them again, and to joining', async () => {
    const outside = `ana.${nth}@elsewhere.test`
    const invited = await invite(outside)
    expect(invited.http).toBe(200)
    const [mail] = await t.mailsTo(outside)
    const token = mail?.links[0]?.split('/').at(-1) ?? ''
    expect(
      (await require({ emailDomains: [' Crew.Example ', 'mail.test'] })).body.settings.security.emailDomains,
    ).toEqual(['crew.example', 'mail.test'])
    for (const email of [`bo.${nth}@elsewhere.test`, `bo.${nth}@notcrew.example`, `bo.${nth}@sub.mail.test`])
      expect(await invite(email)).toMatchObject({
        http: 422,
        body: { code: 'email_not_allowed', fieldErrors: { email: 'Use an address of crew.example, mail.test.' } },
      })
    const { id } = invited.body.invitation
    expect((await t.as(org.ann).call(resendInvitation, { query: { id } })).body.code).toBe('email_not_allowed')
    const joining = await t.as(null).call(acceptInvitation, {
      body: { token, firstname: 'Ana', lastname: 'Ruiz', password: 'a long enough password', locale: 'en' },
    })
    expect(joining).toMatchObject({ http: 422, body: { code: 'email_not_allowed' } })
    expect((await invite(`bo.${nth}@MAIL.test`)).http).toBe(200)
  })

  test('are domains', async () => {
    for (const domain of ['', 'crew', '@crew.example', 'crew.example/x', 'a b.example', '*.crew.example'])
      expect((await require({ emailDomains: [domain] })).http).toBe(400)
    expect((await require({ emailDomains: Array.from({ length: 21 }, (_, n) => `a${n}.example`) })).http).toBe(400)
  })
})
