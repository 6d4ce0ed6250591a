import {
  editSettings,
  endOtherSessions,
  forgotPassword,
  login,
  logout,
  me,
  prove,
  resetPassword,
  sendLoginLink,
  switchOrg,
  tokenLogin,
  verifyMfa,
} from '@crewline/contract/accounts'
import { TimeZone } from '@crewline/contract/time-zone'
import { enableMfa, sendVerificationCode, verifyPhoneCode } from '@crewline/contract/second-step'
import {
  acceptInvitation,
  readInvitation,
  register,
  resendVerification,
  setInfo,
  verifyEmail,
} from '@crewline/contract/sign-up'
import { inviteMember } from '@crewline/contract/team'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tokenHash } from '../../kernel/secrets/tokens.ts'
import { invitationByToken, takeInvitation } from '../team/index.ts'
import { makeOrg, makeUser, PASSWORD, type TestUser } from '../../../test/kit/cast.ts'
import { listen } from '../../../test/kit/sockets.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web', settings: { TRUSTED_PROXIES: '1' } })
})
afterAll(() => t.close())

const system = () => t.process.kernel.database.asSystem('tests read every organization')
let visitors = 0
const headers = () => ({ 'x-forwarded-for': `10.9.${visitors >> 8}.${visitors++ & 255}` })
const newUser = (firstname: string, orgId = t.acme.id) =>
  makeUser(t.process.kernel, orgId, { firstname, lastname: 'Hostile', role: 'agent' })
let phones = 800
const newPhone = () => `+1312555${String(phones++).padStart(4, '0')}`
const tokenIn = (link: string | undefined) => link?.split('/').at(-1) as string
const tryLogin = (email: string, password: string, from = headers()) =>
  t.as(null).call(login, { body: { email, password }, headers: from })

async function alsoIn(user: TestUser, orgId: string): Promise<void> {
  await sql`insert into member (org_id, id, user_id, role, created_at)
    values (${orgId}, ${t.process.kernel.world.id()}, ${user.id}, 'agent', now())`.execute(system())
}

async function addOrganizationFor(user: TestUser): Promise<{ organizationId: string }> {
  const otherOrg = await makeOrg(t.process.kernel, 'Gamma', 3)
  await alsoIn(user, otherOrg.id)
  return { organizationId: otherOrg.id }
}

async function verifiedPhone(user: TestUser): Promise<string> {
  const phone = newPhone()
  await t.as(user).call(prove, { body: { password: PASSWORD } })
  await t.as(user).call(sendVerificationCode, { body: { phone, source: 'settings' }, headers: headers() })
  const { body } = await t.as(user).call(verifyPhoneCode, { body: { phone, code: await t.codeTo(phone) } })
  await t.as(user).call(editSettings, { body: { phone, phoneProof: body.proof } })
  return phone
}

async function resetToken(email: string): Promise<string> {
  await t.as(null).call(forgotPassword, { body: { email }, headers: headers() })
  return tokenIn((await t.mailsTo(email))[0]?.links[0])
}

async function invite(email: string, by = t.acme.ann, role: 'agent' | 'admin' = 'agent'): Promise<string> {
  await t.as(by).call(inviteMember, { body: { email, role } })
  return tokenIn((await t.mailsTo(email))[0]?.links[0])
}

test('does not give an email more tries through letters that only the database lowercases', async () => {
  const user = await newUser('iii')
  const otherEmail = user.email.replace('iii', 'İİi')
  expect((await tryLogin(otherEmail, PASSWORD)).body.code).toBe('invalid_credentials')
})

test('limits an IPv6 address by its /64 network', async () => {
  const statuses: number[] = []
  for (let nth = 0; nth < 25; nth++) {
    statuses.push((await tryLogin('v6@test.example', 'wrong', { 'x-forwarded-for': `2001:db8:7:7::${nth + 1}` })).http)
    // Without the wait after wrong passwords, which holds for every address.
    await sql`delete from login_failure`.execute(system())
  }
  expect(statuses.filter((http) => http === 429).length).toBe(5)
  expect((await tryLogin('v6@test.example', 'wrong', { 'x-forwarded-for': '2001:db8:7:8::1' })).http).toBe(422)
})

test('does not let a pending log-in with the old password outlive a reset', async () => {
  for (let round = 0; round < 4; round++) {
    const user = await newUser('Race')
    const token = await resetToken(user.email)
    const tries = Array.from({ length: 12 }, () => tryLogin(user.email, PASSWORD))
    await t
      .as(null)
      .call(resetPassword, { params: { token }, body: { password: 'a quite new sentence' }, headers: headers() })
    const opened = (await Promise.all(tries)).flatMap((answer) =>
      answer.http === 200 && 'token' in answer.body ? [answer.body.token as string] : [],
    )
    const meAnswers = await Promise.all(opened.map((sessionToken) => t.as({ ...user, token: sessionToken }).call(me)))
    expect(meAnswers.filter((answer) => answer.http === 200)).toHaveLength(0)
  }
})

test('does not let a pending switch outlive the end of all other sessions', async () => {
  for (let round = 0; round < 8; round++) {
    const user = await newUser('Swi')
    await alsoIn(user, t.beta.id)
    const mine = await tryLogin(user.email, PASSWORD)
    const otherDevice = { ...user, token: (mine.body as { token: string }).token }
    const [switched, ended] = await Promise.all([
      t.as(user).call(switchOrg, { body: { organizationId: t.beta.id } }),
      new Promise((resolve) => setTimeout(resolve, round)).then(() => t.as(otherDevice).call(endOtherSessions)),
    ])
    if (switched.http !== 200) continue
    // A switch that completed before the end is ended too; a switch after the end is refused.
    expect(ended.http).toBe(200)
    expect((await t.as({ ...user, token: switched.body.token }).call(me)).http).toBe(403)
  }
})

test('checks only one of many simultaneous guesses', async () => {
  const user = await newUser('Gus')
  for (let nth = 0; nth < 9; nth++) {
    await tryLogin(user.email, 'wrong')
    await sql`update login_failure set next_at = now() - interval '1 second'`.execute(system())
  }
  const all = await Promise.all(Array.from({ length: 20 }, () => tryLogin(user.email, 'wrong')))
  expect(all.filter((answer) => answer.body.code === 'invalid_credentials')).toHaveLength(1)
})

test('does not let a stranger use up the codes of another user’s number', async () => {
  const victim = await newUser('Vic')
  const phone = await verifiedPhone(victim)
  await t.as(victim).call(enableMfa, { body: { method: 'sms' } })
  const stranger = await newUser('Str')
  for (let nth = 0; nth < 8; nth++) {
    await sql`delete from rate_limit where key like 'code-gap%'`.execute(system())
    await t.as(stranger).call(sendVerificationCode, { body: { phone, source: 'settings' }, headers: headers() })
  }
  await t.codeTo(phone)
  const count = async () => (await t.carrier.sent()).filter((message) => message.to === phone).length
  const before = await count()
  await tryLogin(victim.email, PASSWORD)
  await t.until(async () => {
    await t.codeTo(phone)
    return (await count()) === before + 1
  })
})

test('rejects a code for a new number as a second step', async () => {
  const user = await newUser('Pur')
  await verifiedPhone(user)
  await t.as(user).call(enableMfa, { body: { method: 'sms' } })
  const loginAnswer = await tryLogin(user.email, PASSWORD)
  const otherPhone = newPhone()
  await t.as(user).call(sendVerificationCode, { body: { phone: otherPhone, source: 'settings' }, headers: headers() })
  const passed = await t.as(null).call(verifyMfa, {
    body: { mfaToken: (loginAnswer.body as { mfaToken: string }).mfaToken, code: await t.codeTo(otherPhone) },
    headers: headers(),
  })
  expect(passed.http).not.toBe(200)
})

test('does not move the second step to another phone when organization info is saved', async () => {
  const owner = await makeUser(t.process.kernel, t.beta.id, { firstname: 'Own', lastname: 'Er', role: 'owner' })
  const phone = await verifiedPhone(owner)
  await t.as(owner).call(enableMfa, { body: { method: 'sms' } })
  await t.as(owner).call(setInfo, {
    body: {
      phone: newPhone(),
      organization: { name: 'Beta', industry: 'other', headcount: '1-50', timezone: 'America/Chicago', country: 'US' },
    },
  })
  expect((await t.as(owner).call(me)).body.user).toMatchObject({ phone, phoneVerified: true })
})

async function changeLinks(user: TestUser, email: string): Promise<string[]> {
  await t.as(user).call(prove, { body: { password: PASSWORD } })
  await t.as(user).call(editSettings, { body: { email } })
  return [tokenIn((await t.mailsTo(user.email))[0]?.links[0]), tokenIn((await t.mailsTo(email))[0]?.links[0])]
}

test('applies an email change when both addresses confirm at once', async () => {
  for (let round = 0; round < 6; round++) {
    const user = await newUser('Bot')
    const links = await changeLinks(user, `both.${round}@test.example`)
    await Promise.all(links.map((token) => t.as(null).call(verifyEmail, { params: { token } })))
    expect((await t.as(user).call(me)).body.user.email).toBe(`both.${round}@test.example`)
  }
})

test('does not fail with a server error when two users move to one address at once', async () => {
  for (let round = 0; round < 6; round++) {
    const target = `one.${round}@test.example`
    const a = await newUser('Aaa')
    const b = await newUser('Bbb')
    const [aOld, aNew] = await changeLinks(a, target)
    const [bOld, bNew] = await changeLinks(b, target)
    await t.as(null).call(verifyEmail, { params: { token: aOld as string } })
    await t.as(null).call(verifyEmail, { params: { token: bOld as string } })
    const both = await Promise.all(
      [aNew, bNew].map((token) => t.as(null).call(verifyEmail, { params: { token: token as string } })),
    )
    expect(both.map((answer) => answer.http).every((http) => http < 500)).toBe(true)
  }
})

test('cancels a pending email change on a password reset', async () => {
  const user = await newUser('Res')
  const links = await changeLinks(user, 'thief@test.example')
  const token = await resetToken(user.email)
  await t
    .as(null)
    .call(resetPassword, { params: { token }, body: { password: 'a quite new sentence' }, headers: headers() })
  for (const link of links) await t.as(null).call(verifyEmail, { params: { token: link } })
  const rows = await sql<{ email: string }>`select email from user_account where id = ${user.id}`.execute(system())
  expect(rows.rows[0]?.email).toBe(user.email)
})

test('invalidates links mailed to the old address after an email change', async () => {
  const user = await newUser('Old')
  const token = await resetToken(user.email)
  for (const link of await changeLinks(user, 'fresh@test.example'))
    await t.as(null).call(verifyEmail, { params: { token: link } })
  const used = await t
    .as(null)
    .call(resetPassword, { params: { token }, body: { password: 'a quite new sentence' }, headers: headers() })
  expect(used.body.code).toBe('link_invalid')
})

test('confirms a visitor’s own account when they open the link of a stranger’s registration on their device', async () => {
  const email = 'double@test.example'
  const begin = (password: string) =>
    t.as(null).call(register, { body: { firstname: 'Dou', lastname: 'Ble', email, password }, headers: headers() })
  const { body } = await begin('what the owner chose')
  await begin('what a stranger chose')
  const newest = tokenIn((await t.mailsTo(email))[0]?.links[0])
  const opened = await t
    .as({ ...t.acme.ann, token: body.unverifiedToken })
    .call(verifyEmail, { params: { token: newest } })
  expect(opened.body).toMatchObject({ user: { email } })
  expect((await tryLogin(email, 'what the owner chose')).http).toBe(200)
  expect((await tryLogin(email, 'what a stranger chose')).body.code).toBe('invalid_credentials')
})

test('does not turn a name into a link in an email', async () => {
  const bait = 'Win at https://evil.example/x'
  await t.as(null).call(register, {
    body: { firstname: bait, lastname: 'X', email: 'bait@test.example', password: 'a quite new sentence' },
    headers: headers(),
  })
  const [email] = await t.mailsTo('bait@test.example')
  expect(`${email?.subject} ${email?.text}`).not.toMatch(/evil\.example|:\/\/evil/)
  const thief = await makeUser(t.process.kernel, t.beta.id, {
    firstname: bait,
    lastname: 'www.evil.example',
    role: 'owner',
  })
  await t.as(thief).call(inviteMember, { body: { email: 'bait2@test.example', role: 'agent' } })
  const [invitation] = await t.mailsTo('bait2@test.example')
  expect(`${invitation?.subject} ${invitation?.text}`).not.toMatch(/evil\.example|:\/\/evil/)
})

test('does not turn a user agent name into a link in an email', async () => {
  const user = await newUser('Pro')
  await tryLogin(user.email, PASSWORD)
  await t.as(null).call(login, {
    body: { email: user.email, password: PASSWORD },
    headers: { ...headers(), 'user-agent': 'Help at https://evil.example/1.0 now' },
  })
  const [email] = await t.mailsTo(user.email)
  expect(email?.subject).toBe('Someone logged in to your account on a new device')
  expect(`${email?.text} ${email?.html}`).not.toMatch(/evil\.example|:\/\/evil/)
})

test('accepts only time zones that the database supports', async () => {
  const legacyZones = [
    'AET',
    'CNT',
    'PLT',
    'VST',
    'US/Pacific-New',
    'SystemV/AST4',
    'UTC',
    'america/chicago',
    'Etc/GMT+5',
  ]
  const chosen = [...Intl.supportedValuesOf('timeZone'), ...legacyZones].flatMap(
    (zone) => TimeZone.safeParse(zone).data ?? [],
  )
  expect(chosen.length).toBeGreaterThan(400)
  // One zone unknown to the database would stop the daily counts of every organization.
  await sql`select now() at time zone zone from unnest(${chosen}::text[]) zone`.execute(system())
  expect(TimeZone.safeParse('+01:00').success).toBe(false)
})

test('rate limits visitors without a session like signed-in users', async () => {
  const registration = await t.as(null).call(register, {
    body: { firstname: 'Man', lastname: 'Y', email: 'many@test.example', password: 'a quite new sentence' },
    headers: headers(),
  })
  const visitor = { ...t.acme.ann, token: registration.body.unverifiedToken }
  const statuses = new Set<number>()
  for (let nth = 0; nth < 610; nth++)
    statuses.add((await t.as(visitor).call(verifyPhoneCode, { body: { phone: '', code: '123456' } })).http)
  expect(statuses).toContain(429)
})

test('refuses to open a session by invitation with a token that was switched away from or ended', async () => {
  const user = await newUser('Lef', t.beta.id)
  const { organizationId } = await addOrganizationFor(user)
  await t.as(user).call(switchOrg, { body: { organizationId } })
  const token = await invite(user.email)
  const joined = await t.as(user).call(acceptInvitation, { body: { token }, headers: headers() })
  expect(joined).toMatchObject({ http: 409, body: { code: 'switch_pending' } })
  // The refusal has no side effects: the invitation still works with a proper session.
  const { token: proper } = (await tryLogin(user.email, PASSWORD)).body as { token: string }
  const secondAnswer = await t
    .as({ ...user, token: proper })
    .call(acceptInvitation, { body: { token }, headers: headers() })
  expect(secondAnswer.body).toMatchObject({ organization: { id: t.acme.id } })
})

test('ends switched-away tokens of the same log-in, and of no other, on log-out', async () => {
  const user = await newUser('Beh')
  await alsoIn(user, t.beta.id)
  const phone = ((await tryLogin(user.email, PASSWORD)).body as { token: string }).token
  const { token } = (await t.as(user).call(switchOrg, { body: { organizationId: t.beta.id } })).body
  expect((await t.as({ ...user, token }).call(me)).http).toBe(200)
  expect((await t.as(user).call(me)).http).toBe(200)
  expect((await t.as({ ...user, token }).call(logout)).http).toBe(200)
  expect((await t.as({ ...user, token }).call(me)).http).toBe(403)
  expect((await t.as(user).call(me)).http).toBe(403)
  expect((await t.as({ ...user, token: phone }).call(me)).http).toBe(200)
})

test('ends the token of an unconfirmed account on log-out', async () => {
  const registration = await t.as(null).call(register, {
    body: { firstname: 'Out', lastname: 'Y', email: 'out@test.example', password: 'a quite new sentence' },
    headers: headers(),
  })
  const visitor = { ...t.acme.ann, token: registration.body.unverifiedToken }
  expect((await t.as(visitor).call(logout)).http).toBe(200)
  expect((await t.as(visitor).call(resendVerification, { headers: headers() })).http).toBe(403)
})

test('does not end sessions on other devices when switching back and forth', async () => {
  const user = await newUser('Fro')
  await alsoIn(user, t.beta.id)
  const phone = await tryLogin(user.email, PASSWORD)
  let token = user.token
  for (let nth = 0; nth < 22; nth++) {
    const to = nth % 2 === 0 ? t.beta.id : t.acme.id
    token = (await t.as({ ...user, token }).call(switchOrg, { body: { organizationId: to } })).body.token
  }
  expect((await t.as({ ...user, token: (phone.body as { token: string }).token }).call(me)).http).toBe(200)
})

test('voids an invitation when its inviter is deactivated', async () => {
  const admin = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Adm', lastname: 'In', role: 'admin' })
  const token = await invite('friend@test.example', admin, 'admin')
  await sql`update member set status = 'deactivated' where user_id = ${admin.id}`.execute(system())
  expect((await t.as(null).call(readInvitation, { body: { token }, headers: headers() })).body.code).toBe(
    'link_invalid',
  )
})

test('does not let an admin replace an owner invitation with a lower role', async () => {
  const admin = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Low', lastname: 'Er', role: 'admin' })
  const body = { email: 'second.owner@test.example', role: 'owner' as const }
  await t.as(t.acme.ann).call(inviteMember, { body })
  const lower = await t.as(admin).call(inviteMember, { body: { ...body, role: 'viewer' } })
  expect(lower.body.code).toBe('role_too_high')
})

test('does not accept an older link after the invitation was sent again', async () => {
  const now = t.process.kernel.world.now()
  const oldHash = tokenHash(await invite('again@test.example'))
  const open = await invitationByToken(system(), oldHash, now)
  const newHash = tokenHash(await invite('again@test.example'))
  expect(await takeInvitation(system(), open?.id as string, now, oldHash)).toBe(false)
  expect(await takeInvitation(system(), open?.id as string, now, newHash)).toBe(true)
})

test('lets a user log in by mailed link while guesses by a stranger block the password', async () => {
  const user = await newUser('Own')
  for (let nth = 0; nth < 8; nth++) {
    await tryLogin(user.email, 'wrong')
    await sql`update login_failure set next_at = now() - interval '1 second'`.execute(system())
  }
  await tryLogin(user.email, 'wrong')
  expect((await tryLogin(user.email, PASSWORD)).http).toBe(429)
  await t.as(null).call(sendLoginLink, { body: { email: user.email }, headers: headers() })
  const token = (await t.mailsTo(user.email))[0]?.links[0]?.split('token=')[1] as string
  expect((await t.as(null).call(tokenLogin, { body: { token }, headers: headers() })).http).toBe(200)
})

test('accepts many simultaneous log-ins with the right password', async () => {
  const user = await newUser('Man')
  const all = await Promise.all(Array.from({ length: 20 }, () => tryLogin(user.email, PASSWORD)))
  expect(all.every((answer) => answer.http === 200)).toBe(true)
})

test('closes a socket whose session ends while it connects', async () => {
  const user = await newUser('Doo')
  const rows = await sql<{ id: string }>`select id from session where user_id = ${user.id}`.execute(system())
  t.process.kernel.signals.broadcast('session-revoked', rows.rows[0]?.id as string)
  await new Promise((resolve) => setTimeout(resolve, 100))
  // The test app waits for earlier events, which this socket does not live to see.
  const listener = await listen(t.process.address, user.token)
  await t.until(async () => !listener.socket.connected)
})

test('records changes made by a mailed link in the audit log of every organization of the user', async () => {
  const rows = await sql<{ action: string }>`
    select distinct action from audit_entry where org_id = ${t.acme.id} and action like 'account.%'`.execute(system())
  expect(rows.rows.map((row) => row.action)).toEqual(
    expect.arrayContaining(['account.password_reset', 'account.email']),
  )
})
