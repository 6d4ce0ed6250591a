import {
  editSettings,
  endOtherSessions,
  endSession,
  login,
  logout,
  me,
  prove,
  sessions,
  switchOrg,
  unsubscribeEmail,
} from '@crewline/contract/accounts'
import { sendVerificationCode, verifyPhoneCode } from '@crewline/contract/second-step'
import { acceptInvitation, readInvitation, verifyEmail } from '@crewline/contract/sign-up'
import { inviteMember } from '@crewline/contract/team'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeUser, PASSWORD, type TestUser } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web', settings: { TRUSTED_PROXIES: '1' } })
})
afterAll(() => t.close())

const system = () => t.process.kernel.database.asSystem('tests read every organization')
let visitors = 0
const headers = () => ({ 'x-forwarded-for': `10.5.${visitors >> 8}.${visitors++ & 255}` })
const newUser = (firstname: string, orgId = t.acme.id) =>
  makeUser(t.process.kernel, orgId, { firstname, lastname: 'Own', role: 'agent' })
const proved = async (user: TestUser) => {
  await t.as(user).call(prove, { body: { password: PASSWORD } })
  return t.as(user)
}
const logIn = async (user: TestUser): Promise<TestUser> => {
  const { body } = await t.as(null).call(login, { body: { email: user.email, password: PASSWORD }, headers: headers() })
  return { ...user, token: body.token as string }
}
async function alsoIn(user: TestUser, orgId: string, role = 'agent'): Promise<void> {
  await sql`insert into member (org_id, id, user_id, role, created_at)
    values (${orgId}, ${t.process.kernel.world.id()}, ${user.id}, ${role}, now())`.execute(system())
}
/** Resolves when a socket of this user closes; fails when only the recheck closes it, which comes every 30 s. */
async function closes(user: TestUser): Promise<() => Promise<void>> {
  const { socket } = await t.connectClient(user)
  const closed = new Promise<void>((resolve) => socket.once('disconnect', () => resolve()))
  return () =>
    Promise.race([
      closed,
      new Promise<void>((_, reject) =>
        setTimeout(() => reject(new Error('the socket was left to the recheck')), 10_000),
      ),
    ])
}

test('saves only the given settings immediately and returns all of them', async () => {
  const user = await newUser('Set')
  const change = {
    firstname: 'Setta',
    locale: 'es' as const,
    timezone: 'Europe/Madrid',
    colorScheme: 'dark' as const,
    muteNotifications: true,
    emailNotices: false,
  }
  const { body } = await t.as(user).call(editSettings, { body: { ...change, pinnedApps: ['forms', 'birthday'] } })
  expect(body.user).toMatchObject({ ...change, lastname: 'Own', pinnedApps: ['forms', 'birthday'] })
  expect((await t.as(user).call(me)).body.user).toEqual(body.user)
  const refused = await t.as(user).call(editSettings, { body: { timezone: 'Mars/Olympus' } })
  expect(refused).toMatchObject({ http: 400, body: { fieldErrors: { timezone: expect.any(String) } } })
})

test('tells the other devices of a user, and no one else, that their pins changed, and refuses too many', async () => {
  const [user, other] = [await newUser('Pin'), await newUser('Pat')]
  const [own, foreign] = [await t.connectClient(user), await t.connectClient(other)]
  await t.as(user).call(editSettings, { body: { pinnedApps: ['birthday', 'forms'] } })
  await own.next('pins-updated')
  expect((await t.as(user).call(me)).body.user.pinnedApps).toEqual(['birthday', 'forms'])
  // What changes no pin sends nothing: the next event is that of the next order.
  await t.as(user).call(editSettings, { body: { firstname: 'Pin' } })
  await t.as(other).call(editSettings, { body: { pinnedApps: ['forms'] } })
  await foreign.next('pins-updated')
  expect([own, foreign].map((client) => client.all('pins-updated').length)).toEqual([1, 1])
  for (const pinnedApps of [['a', 'b', 'c', 'd', 'e', 'f', 'g'], [''], ['x'.repeat(41)], [null], 'forms'])
    expect((await t.as(user).call(editSettings, { body: { pinnedApps } as never })).http).toBe(400)
})

test('requires a fresh proof and both addresses for a new email', async () => {
  const user = await newUser('Ema')
  expect((await t.as(user).call(editSettings, { body: { email: 'new.ema@test.example' } })).body.code).toBe(
    'proof_needed',
  )
  const answer = await (await proved(user)).call(editSettings, { body: { email: 'New.Ema@test.example' } })
  expect(answer.body.user).toMatchObject({ email: user.email, pendingEmail: 'New.Ema@test.example' })
  const linkIn = async (email: string) => (await t.mailsTo(email))[0]?.links[0]?.split('/').at(-1) as string
  const confirm = (token: string) => t.as(null).call(verifyEmail, { params: { token }, headers: headers() })
  const atNew = await linkIn('new.ema@test.example')
  expect((await confirm(atNew)).body).toMatchObject({ verified: true, waitsFor: user.email })
  expect((await t.as(user).call(me)).body.user.email).toBe(user.email)
  expect((await confirm(await linkIn(user.email))).body).toMatchObject({ verified: true, waitsFor: null })
  expect((await t.as(user).call(me)).body.user).toMatchObject({ email: 'New.Ema@test.example', pendingEmail: null })
  expect((await confirm(atNew)).body.code).toBe('link_invalid')
})

test('does not reveal a taken address to the requester and notifies only its owner', async () => {
  const [user, owner] = [await newUser('Tak'), await newUser('Had')]
  const answer = await (await proved(user)).call(editSettings, { body: { email: owner.email } })
  expect(answer).toMatchObject({ http: 200, body: { user: { pendingEmail: owner.email } } })
  expect((await t.mailsTo(owner.email))[0]?.subject).toBe('You already have an account')
  const oldAddressToken = (await t.mailsTo(user.email))[0]?.links[0]?.split('/').at(-1) as string
  const confirmed = await t.as(null).call(verifyEmail, { params: { token: oldAddressToken }, headers: headers() })
  expect(confirmed.body).toMatchObject({ waitsFor: owner.email })
  expect((await t.as(user).call(me)).body.user.email).toBe(user.email)
})

test('verifies a phone with a six-digit code for this user and number only', async () => {
  const [user, otherUser] = [await newUser('Pho'), await newUser('Oth')]
  const phone = '+13125550155'
  const sent = await t.as(user).call(sendVerificationCode, { body: { phone: '(312) 555-0155', source: 'settings' } })
  expect(sent.body).toMatchObject({ retryAfter: 60, maskedDestination: '+1••••••••55' })
  const repeated = await t.as(user).call(sendVerificationCode, { body: { phone, source: 'settings' } })
  expect(repeated.http).toBe(429)
  const code = await t.codeTo(phone)
  expect((await t.as(otherUser).call(verifyPhoneCode, { body: { phone, code } })).body.code).toBe('code_dead')
  expect((await t.as(user).call(verifyPhoneCode, { body: { phone, code: '000000' } })).body).toMatchObject({
    code: 'code_wrong',
    fieldErrors: { code: 'Incorrect code. 4 tries left.' },
  })
  const { body } = await t.as(user).call(verifyPhoneCode, { body: { phone, code } })
  expect((await t.as(user).call(verifyPhoneCode, { body: { phone, code } })).body.code).toBe('code_dead')
  const stolen = await t.as(otherUser).call(editSettings, { body: { phone, phoneProof: body.proof } })
  expect(stolen.body.code).toBe('code_dead')
  const saved = await (await proved(user)).call(editSettings, { body: { phone, phoneProof: body.proof } })
  expect(saved.body.user).toMatchObject({ phone, phoneVerified: true })
  await (await proved(user)).call(editSettings, { body: { phone: '' } })
  const used = await t.as(user).call(editSettings, { body: { phone, phoneProof: body.proof } })
  expect(used.body.code).toBe('code_dead')
})

test.each([
  ['+19005550100', 'phone_invalid'],
  ['911', 'phone_invalid'],
  ['+447911123456', 'phone_unsupported'],
  ['nonsense', 'phone_invalid'],
])('sends no code to %s', async (phone, code) => {
  const user = await newUser('Num')
  const answer = await t.as(user).call(sendVerificationCode, { body: { phone, source: 'settings' } })
  expect(answer).toMatchObject({ http: 422, body: { code, fieldErrors: { phone: expect.any(String) } } })
})

test('ends every session and socket on a new password and continues on this device with a new token', async () => {
  const user = await newUser('Pas')
  const second = await logIn(user)
  const [here, there] = [await closes(user), await closes(second)]
  const changed = await (await proved(user)).call(editSettings, { body: { newPassword: 'another long sentence' } })
  await Promise.all([here(), there()])
  expect((await t.as(user).call(me)).http).toBe(403)
  expect((await t.as(second).call(me)).http).toBe(403)
  expect((await t.as({ ...user, token: changed.body.token as string }).call(me)).http).toBe(200)
  const weak = await t
    .as({ ...user, token: changed.body.token as string })
    .call(editSettings, { body: { newPassword: 'short' } })
  expect(weak.body.fieldErrors).toHaveProperty('newPassword')
})

test('lists own sessions and ends one or all others, but no session of another user', async () => {
  const user = await newUser('Lis')
  const [second, third] = [await logIn(user), await logIn(user)]
  const { body } = await t.as(user).call(sessions)
  expect(body.data).toHaveLength(3)
  expect(body.data.filter((session) => session.current)).toHaveLength(1)
  expect(body.data.every((session) => session.organizationName === 'Acme')).toBe(true)
  expect(body.data.some((session) => session.address === '10.5.0.x')).toBe(true)
  const mine = (await t.as(third).call(sessions)).body.data.find((session) => session.current)?.id as string
  expect((await t.as(t.acme.gus).call(endSession, { query: { id: mine } })).http).toBe(404)
  const expectClosed = await closes(third)
  expect((await t.as(user).call(endSession, { query: { id: mine } })).http).toBe(200)
  await expectClosed()
  expect((await t.as(third).call(me)).http).toBe(403)
  expect((await t.as(user).call(endOtherSessions)).body.code).toBe('proof_needed')
  const all = await closes(second)
  expect((await (await proved(user)).call(endOtherSessions)).body).toMatchObject({ ended: 1 })
  await all()
  expect((await t.as(user).call(me)).http).toBe(200)
})

test('ends the least recently used session when there are more than twenty', async () => {
  const user = await newUser('Lot')
  for (let count = 0; count < 20; count++) await logIn(user)
  expect((await t.as(user).call(me)).http).toBe(403)
})

/** As if the switch had just happened: five seconds later the answer counts as lost, and a busy machine may need longer. */
const justSwitched = (user: TestUser) =>
  sql`update session set replaced_at = now() + interval '1 minute' where user_id = ${user.id} and replaced_at is not null`.execute(
    system(),
  )

test('opens another organization with a new token and lets the old one live a minute without further switches', async () => {
  const user = await newUser('Swi')
  await alsoIn(user, t.beta.id, 'viewer')
  const { body } = await t.as(user).call(switchOrg, { body: { organizationId: t.beta.id } })
  expect(body).toMatchObject({ user: { id: user.id, role: 'viewer' }, organization: { id: t.beta.id, name: 'Beta' } })
  expect(body.token).not.toBe(user.token)
  expect((await t.as({ ...user, token: body.token }).call(me)).body.organization.id).toBe(t.beta.id)
  expect((await t.as(user).call(me)).body.organization.id).toBe(t.acme.id)
  await justSwitched(user)
  const twice = await t.as(user).call(switchOrg, { body: { organizationId: t.beta.id } })
  expect(twice).toMatchObject({ http: 409, body: { code: 'switch_pending' } })
  await sql`update session set expires_at = now() - interval '1 second' where user_id = ${user.id} and replaced_at is not null`.execute(
    system(),
  )
  expect((await t.as(user).call(me)).http).toBe(403)
})

test('keeps the user logged in when the answer of a switch is lost, and allows another switch', async () => {
  const user = await newUser('Los')
  await alsoIn(user, t.beta.id)
  const to = () => t.as(user).call(switchOrg, { body: { organizationId: t.beta.id } })
  const lost = await to()
  const expires = async () =>
    (
      await sql<{ ms: number }>`
        select (extract(epoch from expires_at - now()) * 1000)::float as ms from session where user_id = ${user.id} and replaced_at is not null`.execute(
        system(),
      )
    ).rows[0]?.ms as number
  expect(await expires()).toBeGreaterThan(3_600_000)
  await justSwitched(user)
  expect((await to()).body.code).toBe('switch_pending')
  await sql`update session set replaced_at = now() - interval '6 seconds' where user_id = ${user.id} and replaced_at is not null`.execute(
    system(),
  )
  const secondAnswer = await to()
  expect(secondAnswer.body.organization).toMatchObject({ id: t.beta.id })
  expect((await t.as({ ...user, token: lost.body.token }).call(me)).http).toBe(403)
  expect((await t.as({ ...user, token: secondAnswer.body.token }).call(me)).http).toBe(200)
  // The answer arrived this time: the old token has a minute left and cannot switch again.
  expect(await expires()).toBeLessThanOrEqual(60_000)
  await sql`update session set replaced_at = now() - interval '6 seconds' where user_id = ${user.id} and replaced_at is not null`.execute(
    system(),
  )
  expect((await to()).body.code).toBe('switch_pending')
})

test('refuses a switch to the current organization or one without membership, and changes nothing', async () => {
  const user = await newUser('Ref')
  const to = (organizationId: string) => t.as(user).call(switchOrg, { body: { organizationId } })
  expect((await to(t.acme.id)).body.code).toBe('same_organization')
  expect((await to(t.beta.id)).body.code).toBe('not_found')
  await alsoIn(user, t.beta.id)
  await sql`update member set status = 'deactivated' where user_id = ${user.id} and org_id = ${t.beta.id}`.execute(
    system(),
  )
  expect((await to(t.beta.id)).body.code).toBe('not_found')
  expect((await t.as(user).call(me)).body.organization.id).toBe(t.acme.id)
})

test('accepts only one of many simultaneous switches', async () => {
  const user = await newUser('Fif')
  await alsoIn(user, t.beta.id)
  const answers = await Promise.all(
    Array.from({ length: 25 }, () => t.as(user).call(switchOrg, { body: { organizationId: t.beta.id } })),
  )
  expect(answers.filter((answer) => answer.http === 200)).toHaveLength(1)
})

async function invite(email: string, role: 'agent' | 'viewer' = 'agent'): Promise<string> {
  await t.as(t.acme.ann).call(inviteMember, { body: { email, role } })
  return (await t.mailsTo(email))[0]?.links[0]?.split('/').at(-1) as string
}

test('creates an account from an invitation and notifies the inviter and each admin in their language', async () => {
  const token = await invite('ivy@test.example')
  const invitation = await t.as(null).call(readInvitation, { body: { token }, headers: headers() })
  expect(invitation.body).toMatchObject({
    organizationName: 'Acme',
    inviterName: 'Ann Acme',
    role: 'agent',
    hasAccount: false,
  })
  const accept = (body: object) => t.as(null).call(acceptInvitation, { body: { token, ...body }, headers: headers() })
  expect((await accept({})).body.fieldErrors).toHaveProperty('password')
  expect((await accept({ firstname: 'Ivy', password: 'ivy' })).body.code).toBe('password_weak')
  const noe = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Noé', lastname: 'Own', role: 'admin' })
  await sql`update user_account set locale = 'es' where id = ${noe.id}`.execute(system())
  const [listener, spanish, deaf] = await Promise.all(
    [t.acme.ann, noe, t.acme.gus].map((user) => t.connectClient(user)),
  )
  const all = await Promise.all(
    Array.from({ length: 20 }, () => accept({ firstname: 'Ivy', lastname: 'New', password: 'a plain long sentence' })),
  )
  const joined = all.filter((answer) => answer.http === 200)
  expect(joined).toHaveLength(1)
  expect(joined[0]?.body).toMatchObject({ user: { firstname: 'Ivy', role: 'agent' }, organization: { name: 'Acme' } })
  await listener?.next<string>('inapp-notification', (json) => json.includes('Ivy New joined Acme.'))
  await spanish?.next<string>('inapp-notification', (json) => json.includes('Ivy New se unió a Acme.'))
  expect(deaf?.all('inapp-notification')).toEqual([])
  expect((await t.as(null).call(readInvitation, { body: { token }, headers: headers() })).body.code).toBe(
    'link_invalid',
  )
  const [notice] = await t.mailsTo(t.acme.ann.email)
  expect(notice?.subject).toBe('Ivy New joined Acme')
  const unsubscribe = notice?.links[1]?.split('token=')[1] as string
  await t.as(null).call(unsubscribeEmail, { body: { token: `${unsubscribe}x` } })
  expect(await noticesOff(t.acme.ann)).toBe(false)
  await t.as(null).call(unsubscribeEmail, { body: { token: unsubscribe } })
  expect(await noticesOff(t.acme.ann)).toBe(true)
  // Notices that were turned off by an email link can be turned on again in the settings.
  expect((await t.as(t.acme.ann).call(me)).body.user.emailNotices).toBe(false)
  await t.as(t.acme.ann).call(editSettings, { body: { emailNotices: true } })
  expect(await noticesOff(t.acme.ann)).toBe(false)
})

async function noticesOff(user: TestUser): Promise<boolean> {
  const rows = await sql<{
    off: boolean
  }>`select notices_off_at is not null as off from user_account where id = ${user.id}`.execute(system())
  return rows.rows[0]?.off ?? false
}

test('requires an invited user with an account to be signed in, and never accepts the link alone', async () => {
  const user = await newUser('Bea', t.beta.id)
  const token = await invite(user.email)
  const accept = (as: TestUser | null) => t.as(as).call(acceptInvitation, { body: { token }, headers: headers() })
  expect((await t.as(null).call(readInvitation, { body: { token }, headers: headers() })).body.hasAccount).toBe(true)
  expect((await accept(null)).body.code).toBe('account_exists')
  expect((await accept(t.acme.gus)).body.code).toBe('invitation_for_other')
  const joined = await accept(user)
  expect(joined.body).toMatchObject({ user: { id: user.id, role: 'agent' }, organization: { id: t.acme.id } })
  expect(joined.body.organizations?.map((organization) => organization.name).sort()).toEqual(['Acme', 'Beta'])
})

test('closes a socket before the recheck however its session ends', async () => {
  const actions: [string, (person: TestUser) => Promise<unknown>][] = [
    ['log-out', (user) => t.as(user).call(logout)],
    [
      'ended from another device',
      async (user) => {
        const mine = (await t.as(user).call(sessions)).body.data.find((session) => session.current)?.id as string
        return t.as(await logIn(user)).call(endSession, { query: { id: mine } })
      },
    ],
    ['all others ended', async (user) => (await proved(await logIn(user))).call(endOtherSessions)],
    [
      'a new password',
      async (user) =>
        (await proved(await logIn(user))).call(editSettings, { body: { newPassword: 'another long sentence' } }),
    ],
  ]
  for (const [, action] of actions) {
    const user = await newUser('Way')
    const expectClosed = await closes(user)
    await action(user)
    await expectClosed()
    expect((await t.as(user).call(me)).http).toBe(403)
  }
})

test('records every account change in the audit log', async () => {
  const rows = await sql<{ action: string }>`select distinct action from audit_entry order by 1`.execute(system())
  expect(rows.rows.map((row) => row.action)).toEqual(
    expect.arrayContaining([
      'account.changed',
      'invitation.accepted',
      'session.closed',
      'session.ended',
      'session.entered',
      'session.left',
      'session.opened',
      'session.proved',
      'sessions.ended',
    ]),
  )
})
