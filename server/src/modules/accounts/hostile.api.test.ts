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
import { makeOrg, makePerson, PASSWORD, type Person } from '../../../test/kit/cast.ts'
import { house, type House } from '../../../test/kit/house.ts'

let t: House
beforeAll(async () => {
  t = await house({ roles: 'web', settings: { TRUSTED_PROXIES: '1' } })
})
afterAll(() => t.close())

const system = () => t.process.kernel.database.asSystem('tests look behind the door')
let visitors = 0
const headers = () => ({ 'x-forwarded-for': `10.9.${visitors >> 8}.${visitors++ & 255}` })
const newPerson = (firstname: string, orgId = t.acme.id) =>
  makePerson(t.process.kernel, orgId, { firstname, lastname: 'Hostile', role: 'agent' })
let phones = 800
const newPhone = () => `+1312555${String(phones++).padStart(4, '0')}`
const tokenIn = (link: string | undefined) => link?.split('/').at(-1) as string
const tryLogin = (email: string, password: string, from = headers()) =>
  t.as(null).call(login, { body: { email, password }, headers: from })

async function alsoIn(person: Person, orgId: string): Promise<void> {
  await sql`insert into member (org_id, id, person_id, role, created_at)
    values (${orgId}, ${t.process.kernel.world.id()}, ${person.id}, 'agent', now())`.execute(system())
}

async function addOrganizationFor(person: Person): Promise<{ organizationId: string }> {
  const other = await makeOrg(t.process.kernel, 'Gamma', 3)
  await alsoIn(person, other.id)
  return { organizationId: other.id }
}

async function verifiedPhone(person: Person): Promise<string> {
  const phone = newPhone()
  await t.as(person).call(prove, { body: { password: PASSWORD } })
  await t.as(person).call(sendVerificationCode, { body: { phone, source: 'settings' }, headers: headers() })
  const { body } = await t.as(person).call(verifyPhoneCode, { body: { phone, code: await t.codeTo(phone) } })
  await t.as(person).call(editSettings, { body: { phone, phoneProof: body.proof } })
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

test('letters that only the database folds do not give an e-mail more tries', async () => {
  const person = await newPerson('iii')
  const other = person.email.replace('iii', 'İİi')
  expect((await tryLogin(other, PASSWORD)).body.code).toBe('invalid_credentials')
})

test('an address of IPv6 is its /64', async () => {
  const seen: number[] = []
  for (let nth = 0; nth < 25; nth++)
    seen.push(
      (await tryLogin(`v6.${nth}@test.example`, 'wrong', { 'x-forwarded-for': `2001:db8:7:7::${nth + 1}` })).http,
    )
  expect(seen.filter((http) => http === 429).length).toBe(5)
  expect((await tryLogin('v6@test.example', 'wrong', { 'x-forwarded-for': '2001:db8:7:8::1' })).http).toBe(422)
})

test('a log-in under way with the old password does not outlive a reset', async () => {
  for (let round = 0; round < 4; round++) {
    const person = await newPerson('Race')
    const token = await resetToken(person.email)
    const tries = Array.from({ length: 12 }, () => tryLogin(person.email, PASSWORD))
    await t
      .as(null)
      .call(resetPassword, { params: { token }, body: { password: 'a quite new sentence' }, headers: headers() })
    const opened = (await Promise.all(tries)).flatMap((one) =>
      one.http === 200 && 'token' in one.body ? [one.body.token as string] : [],
    )
    const alive = await Promise.all(opened.map((one) => t.as({ ...person, token: one }).call(me)))
    expect(alive.filter((one) => one.http === 200)).toHaveLength(0)
  }
})

test('a switch under way does not outlive the end of all other sessions', async () => {
  for (let round = 0; round < 8; round++) {
    const person = await newPerson('Swi')
    await alsoIn(person, t.beta.id)
    const mine = await tryLogin(person.email, PASSWORD)
    const other = { ...person, token: (mine.body as { token: string }).token }
    const [switched, ended] = await Promise.all([
      t.as(person).call(switchOrg, { body: { organizationId: t.beta.id } }),
      new Promise((resolve) => setTimeout(resolve, round)).then(() => t.as(other).call(endOtherSessions)),
    ])
    if (switched.http !== 200) continue
    // Whoever was let through before is ended; a switch after the end is refused.
    expect(ended.http).toBe(200)
    expect((await t.as({ ...person, token: switched.body.token }).call(me)).http).toBe(403)
  }
})

test('guesses at once are not heard at once', async () => {
  const person = await newPerson('Gus')
  for (let nth = 0; nth < 9; nth++) {
    await tryLogin(person.email, 'wrong')
    await sql`update login_failure set next_at = now() - interval '1 second'`.execute(system())
  }
  const all = await Promise.all(Array.from({ length: 20 }, () => tryLogin(person.email, 'wrong')))
  expect(all.filter((one) => one.body.code === 'invalid_credentials')).toHaveLength(1)
})

test('a stranger cannot use up the codes of somebody else’s number', async () => {
  const victim = await newPerson('Vic')
  const phone = await verifiedPhone(victim)
  await t.as(victim).call(enableMfa, { body: { method: 'sms' } })
  const stranger = await newPerson('Str')
  for (let nth = 0; nth < 8; nth++) {
    await sql`delete from rate_limit where key like 'code-gap%'`.execute(system())
    await t.as(stranger).call(sendVerificationCode, { body: { phone, source: 'settings' }, headers: headers() })
  }
  await t.codeTo(phone)
  const before = (await t.carrier.sent()).filter((one) => one.to === phone).length
  await tryLogin(victim.email, PASSWORD)
  await t.codeTo(phone)
  expect((await t.carrier.sent()).filter((one) => one.to === phone).length).toBe(before + 1)
})

test('a code for a new number is no second step', async () => {
  const person = await newPerson('Pur')
  await verifiedPhone(person)
  await t.as(person).call(enableMfa, { body: { method: 'sms' } })
  const asked = await tryLogin(person.email, PASSWORD)
  const other = newPhone()
  await t.as(person).call(sendVerificationCode, { body: { phone: other, source: 'settings' }, headers: headers() })
  const passed = await t.as(null).call(verifyMfa, {
    body: { mfaToken: (asked.body as { mfaToken: string }).mfaToken, code: await t.codeTo(other) },
    headers: headers(),
  })
  expect(passed.http).not.toBe(200)
})

test('saying who the organization is does not move the second step to another phone', async () => {
  const owner = await makePerson(t.process.kernel, t.beta.id, { firstname: 'Own', lastname: 'Er', role: 'owner' })
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

async function changeLinks(person: Person, email: string): Promise<string[]> {
  await t.as(person).call(prove, { body: { password: PASSWORD } })
  await t.as(person).call(editSettings, { body: { email } })
  return [tokenIn((await t.mailsTo(person.email))[0]?.links[0]), tokenIn((await t.mailsTo(email))[0]?.links[0])]
}

test('both addresses of a change confirming at once make the change', async () => {
  for (let round = 0; round < 6; round++) {
    const person = await newPerson('Bot')
    const links = await changeLinks(person, `both.${round}@test.example`)
    await Promise.all(links.map((token) => t.as(null).call(verifyEmail, { params: { token } })))
    expect((await t.as(person).call(me)).body.user.email).toBe(`both.${round}@test.example`)
  }
})

test('two people who move to one address at once: one does, the other is told, nothing breaks', async () => {
  for (let round = 0; round < 6; round++) {
    const target = `one.${round}@test.example`
    const a = await newPerson('Aaa')
    const b = await newPerson('Bbb')
    const [aOld, aNew] = await changeLinks(a, target)
    const [bOld, bNew] = await changeLinks(b, target)
    await t.as(null).call(verifyEmail, { params: { token: aOld as string } })
    await t.as(null).call(verifyEmail, { params: { token: bOld as string } })
    const both = await Promise.all(
      [aNew, bNew].map((token) => t.as(null).call(verifyEmail, { params: { token: token as string } })),
    )
    expect(both.map((one) => one.http).every((http) => http < 500)).toBe(true)
  }
})

test('a reset stops a change of e-mail that waits', async () => {
  const person = await newPerson('Res')
  const links = await changeLinks(person, 'thief@test.example')
  const token = await resetToken(person.email)
  await t
    .as(null)
    .call(resetPassword, { params: { token }, body: { password: 'a quite new sentence' }, headers: headers() })
  for (const link of links) await t.as(null).call(verifyEmail, { params: { token: link } })
  const rows = await sql<{ email: string }>`select email from person where id = ${person.id}`.execute(system())
  expect(rows.rows[0]?.email).toBe(person.email)
})

test('links mailed to the old address die with the change', async () => {
  const person = await newPerson('Old')
  const token = await resetToken(person.email)
  for (const link of await changeLinks(person, 'fresh@test.example'))
    await t.as(null).call(verifyEmail, { params: { token: link } })
  const used = await t
    .as(null)
    .call(resetPassword, { params: { token }, body: { password: 'a quite new sentence' }, headers: headers() })
  expect(used.body.code).toBe('link_invalid')
})

test('whoever opens the link of a stranger’s account on their own device confirms their own', async () => {
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

test('no name makes a link in a letter', async () => {
  const bait = 'Win at https://evil.example/x'
  await t.as(null).call(register, {
    body: { firstname: bait, lastname: 'X', email: 'bait@test.example', password: 'a quite new sentence' },
    headers: headers(),
  })
  const [letter] = await t.mailsTo('bait@test.example')
  expect(`${letter?.subject} ${letter?.text}`).not.toMatch(/evil\.example|:\/\/evil/)
  const thief = await makePerson(t.process.kernel, t.beta.id, {
    firstname: bait,
    lastname: 'www.evil.example',
    role: 'owner',
  })
  await t.as(thief).call(inviteMember, { body: { email: 'bait2@test.example', role: 'agent' } })
  const [invitation] = await t.mailsTo('bait2@test.example')
  expect(`${invitation?.subject} ${invitation?.text}`).not.toMatch(/evil\.example|:\/\/evil/)
})

test('a program brings no link into a letter by its name', async () => {
  const person = await newPerson('Pro')
  await tryLogin(person.email, PASSWORD)
  await t.as(null).call(login, {
    body: { email: person.email, password: PASSWORD },
    headers: { ...headers(), 'user-agent': 'Help at https://evil.example/1.0 now' },
  })
  const [letter] = await t.mailsTo(person.email)
  expect(letter?.subject).toBe('Your account was opened on a new device')
  expect(`${letter?.text} ${letter?.html}`).not.toMatch(/evil\.example|:\/\/evil/)
})

test('every time zone somebody may choose is one the database reckons with', async () => {
  const old = ['AET', 'CNT', 'PLT', 'VST', 'US/Pacific-New', 'SystemV/AST4', 'UTC', 'america/chicago', 'Etc/GMT+5']
  const chosen = [...Intl.supportedValuesOf('timeZone'), ...old].flatMap((zone) => TimeZone.safeParse(zone).data ?? [])
  expect(chosen.length).toBeGreaterThan(400)
  // One zone it does not know would stop the counting of every organization.
  await sql`select now() at time zone zone from unnest(${chosen}::text[]) zone`.execute(system())
  expect(TimeZone.safeParse('+01:00').success).toBe(false)
})

test('somebody on the way to a session has no more calls than one who is there', async () => {
  const begun = await t.as(null).call(register, {
    body: { firstname: 'Man', lastname: 'Y', email: 'many@test.example', password: 'a quite new sentence' },
    headers: headers(),
  })
  const visitor = { ...t.acme.ann, token: begun.body.unverifiedToken }
  const seen = new Set<number>()
  for (let nth = 0; nth < 610; nth++)
    seen.add((await t.as(visitor).call(verifyPhoneCode, { body: { phone: '', code: '123456' } })).http)
  expect(seen).toContain(429)
})

test('a token left behind by a switch, or ended, opens no new session by an invitation', async () => {
  const person = await newPerson('Lef', t.beta.id)
  const { organizationId } = await addOrganizationFor(person)
  await t.as(person).call(switchOrg, { body: { organizationId } })
  const token = await invite(person.email)
  const joined = await t.as(person).call(acceptInvitation, { body: { token }, headers: headers() })
  expect(joined).toMatchObject({ http: 409, body: { code: 'switch_pending' } })
  // Refused whole: the invitation still opens for whoever is signed in properly.
  const { token: proper } = (await tryLogin(person.email, PASSWORD)).body as { token: string }
  const again = await t.as({ ...person, token: proper }).call(acceptInvitation, { body: { token }, headers: headers() })
  expect(again.body).toMatchObject({ organization: { id: t.acme.id } })
})

test('logging out ends the tokens left behind by switches too, of this log-in and of no other', async () => {
  const person = await newPerson('Beh')
  await alsoIn(person, t.beta.id)
  const phone = ((await tryLogin(person.email, PASSWORD)).body as { token: string }).token
  const { token } = (await t.as(person).call(switchOrg, { body: { organizationId: t.beta.id } })).body
  expect((await t.as({ ...person, token }).call(me)).http).toBe(200)
  expect((await t.as(person).call(me)).http).toBe(200)
  expect((await t.as({ ...person, token }).call(logout)).http).toBe(200)
  expect((await t.as({ ...person, token }).call(me)).http).toBe(403)
  expect((await t.as(person).call(me)).http).toBe(403)
  expect((await t.as({ ...person, token: phone }).call(me)).http).toBe(200)
})

test('logging out ends what an unconfirmed account’s token opens', async () => {
  const begun = await t.as(null).call(register, {
    body: { firstname: 'Out', lastname: 'Y', email: 'out@test.example', password: 'a quite new sentence' },
    headers: headers(),
  })
  const visitor = { ...t.acme.ann, token: begun.body.unverifiedToken }
  expect((await t.as(visitor).call(logout)).http).toBe(200)
  expect((await t.as(visitor).call(resendVerification, { headers: headers() })).http).toBe(403)
})

test('switching to and fro ends nobody’s other device', async () => {
  const person = await newPerson('Fro')
  await alsoIn(person, t.beta.id)
  const phone = await tryLogin(person.email, PASSWORD)
  let token = person.token
  for (let nth = 0; nth < 22; nth++) {
    const to = nth % 2 === 0 ? t.beta.id : t.acme.id
    token = (await t.as({ ...person, token }).call(switchOrg, { body: { organizationId: to } })).body.token
  }
  expect((await t.as({ ...person, token: (phone.body as { token: string }).token }).call(me)).http).toBe(200)
})

test('an invitation is worth no more than whoever stands behind it', async () => {
  const admin = await makePerson(t.process.kernel, t.acme.id, { firstname: 'Adm', lastname: 'In', role: 'admin' })
  const token = await invite('friend@test.example', admin, 'admin')
  await sql`update member set status = 'deactivated' where person_id = ${admin.id}`.execute(system())
  expect((await t.as(null).call(readInvitation, { body: { token }, headers: headers() })).body.code).toBe(
    'link_invalid',
  )
})

test('an admin does not put a lower invitation in the place of one only an owner may send', async () => {
  const admin = await makePerson(t.process.kernel, t.acme.id, { firstname: 'Low', lastname: 'Er', role: 'admin' })
  const body = { email: 'second.owner@test.example', role: 'owner' as const }
  await t.as(t.acme.ann).call(inviteMember, { body })
  const lower = await t.as(admin).call(inviteMember, { body: { ...body, role: 'viewer' } })
  expect(lower.body.code).toBe('role_too_high')
})

test('a link that was sent again meanwhile is not taken by the one before', async () => {
  const now = t.process.kernel.world.now()
  const old = tokenHash(await invite('again@test.example'))
  const open = await invitationByToken(system(), old, now)
  const fresh = tokenHash(await invite('again@test.example'))
  expect(await takeInvitation(system(), open?.id as string, now, old)).toBe(false)
  expect(await takeInvitation(system(), open?.id as string, now, fresh)).toBe(true)
})

test('guesses of a stranger keep nobody out who reads their own mail', async () => {
  const person = await newPerson('Own')
  for (let nth = 0; nth < 8; nth++) {
    await tryLogin(person.email, 'wrong')
    await sql`update login_failure set next_at = now() - interval '1 second'`.execute(system())
  }
  await tryLogin(person.email, 'wrong')
  expect((await tryLogin(person.email, PASSWORD)).http).toBe(429)
  await t.as(null).call(sendLoginLink, { body: { email: person.email }, headers: headers() })
  const token = (await t.mailsTo(person.email))[0]?.links[0]?.split('token=')[1] as string
  expect((await t.as(null).call(tokenLogin, { body: { token }, headers: headers() })).http).toBe(200)
})

test('many right passwords at once are all heard', async () => {
  const person = await newPerson('Man')
  const all = await Promise.all(Array.from({ length: 20 }, () => tryLogin(person.email, PASSWORD)))
  expect(all.every((one) => one.http === 200)).toBe(true)
})

test('a socket whose session ends while it is at the door does not stay', async () => {
  const person = await newPerson('Doo')
  const rows = await sql<{ id: string }>`select id from session where person_id = ${person.id}`.execute(system())
  t.process.kernel.bell.whisper('session-revoked', rows.rows[0]?.id as string)
  await new Promise((resolve) => setTimeout(resolve, 100))
  const ear = await t.heard(person)
  await t.until(async () => !ear.socket.connected)
})

test('what a mailed link changed is on the record of every organization of the person', async () => {
  const rows = await sql<{ action: string }>`
    select distinct action from audit_entry where org_id = ${t.acme.id} and action like 'account.%'`.execute(system())
  expect(rows.rows.map((row) => row.action)).toEqual(
    expect.arrayContaining(['account.password_reset', 'account.email']),
  )
})
