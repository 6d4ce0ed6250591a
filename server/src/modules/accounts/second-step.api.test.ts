import { editSettings, login, me, prove, verifyMfa } from '@crewline/contract/accounts'
import {
  disableMfa,
  enableMfa,
  renewBackupCodes,
  sendVerificationCode,
  setUpMfa,
  verifyPhoneCode,
} from '@crewline/contract/second-step'
import { CODE_ATTEMPTS_PER_HOUR } from '@crewline/contract/limits'
import { sql } from 'kysely'
import { TOTP } from 'otpauth'
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
const headers = () => ({ 'x-forwarded-for': `10.3.${visitors >> 8}.${visitors++ & 255}` })
const newUser = (firstname: string) =>
  makeUser(t.process.kernel, t.acme.id, { firstname, lastname: 'Step', role: 'agent' })
let phones = 100
const newPhone = () => `+1312555${String(phones++).padStart(4, '0')}`

/** How long a code of an authenticator app is current. */
const STEP_MS = 30_000

async function logIn(user: TestUser, more: { deviceToken?: string } = {}) {
  return t.as(null).call(login, { body: { email: user.email, password: PASSWORD, ...more }, headers: headers() })
}

/**
 * Turns on the authenticator app. Returns a code generator that uses a new time step for each code, because a code
 * works once.
 */
async function withApp(firstname: string) {
  const user = await newUser(firstname)
  await t.as(user).call(prove, { body: { password: PASSWORD } })
  const { body } = await t.as(user).call(setUpMfa)
  const app = new TOTP({ secret: body.secret, digits: 6, period: 30 })
  const stepNow = () => Math.floor(Date.now() / STEP_MS)
  let last = stepNow() - 1
  // Each code is that of this step or the next one, so that it is still accepted when a step ends during a call.
  const code = () => {
    last = Math.max(last + 1, stepNow())
    return app.generate({ timestamp: last * STEP_MS })
  }
  const on = await t.as(user).call(enableMfa, { body: { method: 'totp', code: code() } })
  return { person: user, code, backupCodes: on.body.backupCodes, on }
}

async function withPhone(firstname: string) {
  const user = await newUser(firstname)
  const phone = newPhone()
  await t.as(user).call(prove, { body: { password: PASSWORD } })
  await t.as(user).call(sendVerificationCode, { body: { phone, source: 'settings' }, headers: headers() })
  const { body } = await t.as(user).call(verifyPhoneCode, { body: { phone, code: await t.codeTo(phone) } })
  await t.as(user).call(editSettings, { body: { phone, phoneProof: body.proof } })
  return { person: user, phone }
}

test('accepts the password first, then an app code, which works once', async () => {
  const { person, code, on } = await withApp('App')
  expect(on.body).toMatchObject({ user: { mfa: { method: 'totp', backupCodesLeft: 10 } } })
  expect(new Set(on.body.backupCodes).size).toBe(10)
  const loginAnswer = await logIn(person)
  expect(loginAnswer.body).toMatchObject({ mfaRequired: true, method: 'totp', maskedDestination: null })
  expect(loginAnswer.body.token).toBeUndefined()
  const mfaToken = loginAnswer.body.mfaToken as string
  // The token of the second step gives no other access.
  expect(await t.as({ ...person, token: mfaToken }).call(me)).toMatchObject({ http: 403 })
  const refused = await t.as(null).call(verifyMfa, { body: { mfaToken, code: '000000' } })
  expect(refused).toMatchObject({
    http: 422,
    body: { code: 'code_wrong', fieldErrors: { code: 'Incorrect code. 4 tries left.' } },
  })
  const now = code()
  const accepted = await t.as(null).call(verifyMfa, { body: { mfaToken, code: `${now.slice(0, 3)} ${now.slice(3)}` } })
  expect(accepted).toMatchObject({ http: 200, body: { user: { id: person.id } } })
  const secondLogin = await logIn(person)
  const replayed = await t
    .as(null)
    .call(verifyMfa, { body: { mfaToken: secondLogin.body.mfaToken as string, code: now } })
  expect(replayed.body.code).toBe('code_wrong')
  expect(await t.as(null).call(verifyMfa, { body: { mfaToken, code: code() } })).toMatchObject({
    body: { code: 'mfa_expired' },
  })
})

test('ends the second step after five wrong codes or five minutes', async () => {
  const { person, code } = await withApp('Five')
  const { body } = await logIn(person)
  const mfaToken = body.mfaToken as string
  for (let triesLeft = 4; triesLeft >= 0; triesLeft--) {
    const refused = await t.as(null).call(verifyMfa, { body: { mfaToken, code: '000000' } })
    expect(refused.body.fieldErrors?.['code']).toContain(triesLeft === 0 ? 'Request a new one' : `${triesLeft} tr`)
  }
  expect((await t.as(null).call(verifyMfa, { body: { mfaToken, code: code() } })).body.code).toBe('mfa_expired')
  const later = await logIn(person)
  await sql`update one_time_secret set expires_at = now() - interval '1 second' where user_id = ${person.id}`.execute(
    system(),
  )
  expect(
    (await t.as(null).call(verifyMfa, { body: { mfaToken: later.body.mfaToken as string, code: code() } })).body.code,
  ).toBe('mfa_expired')
})

test('opens one session for fifty simultaneous tries with one right code', async () => {
  const { person, code } = await withApp('Many')
  const steps = await Promise.all(Array.from({ length: 5 }, () => logIn(person)))
  const rightCode = code()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      t.as(null).call(verifyMfa, { body: { mfaToken: steps[at % 5]?.body.mfaToken as string, code: rightCode } }),
    ),
  )
  expect(answers.filter((answer) => answer.http === 200)).toHaveLength(1)
})

test('accepts a backup code once and invalidates old codes when new ones are made', async () => {
  const { person, backupCodes } = await withApp('Back')
  const enter = async (code: string) => {
    const { body } = await logIn(person)
    return t.as(null).call(verifyMfa, { body: { mfaToken: body.mfaToken as string, code } })
  }
  const first = await enter((backupCodes[0] as string).toLowerCase())
  expect(first).toMatchObject({ http: 200, body: { user: { mfa: { backupCodesLeft: 9 } } } })
  expect((await enter(backupCodes[0] as string)).body.code).toBe('code_wrong')
  const renewed = await t.as({ ...person, token: first.body.token }).call(renewBackupCodes)
  expect(renewed.body.backupCodes).toHaveLength(10)
  expect((await enter(backupCodes[1] as string)).body.code).toBe('code_wrong')
  expect((await enter(renewed.body.backupCodes[1] as string)).http).toBe(200)
})

test('texts a code to the phone on file, again on request, and never reveals the full number', async () => {
  const { person, phone } = await withPhone('Tex')
  await t.as(person).call(enableMfa, { body: { method: 'sms' } })
  await sql`delete from rate_limit`.execute(system())
  const loginAnswer = await logIn(person)
  expect(loginAnswer.body).toMatchObject({
    mfaRequired: true,
    method: 'sms',
    maskedDestination: `+1••••••••${phone.slice(-2)}`,
  })
  expect(JSON.stringify(loginAnswer.body)).not.toContain(phone)
  const mfaToken = loginAnswer.body.mfaToken as string
  const step = t.as({ ...person, token: mfaToken })
  const elsewhere = await step.call(sendVerificationCode, { body: { phone: newPhone(), source: 'settings' } })
  expect(elsewhere.body.code).toBe('not_permitted')
  const accepted = await t.as(null).call(verifyMfa, { body: { mfaToken, code: await t.codeTo(phone) } })
  expect(accepted).toMatchObject({ http: 200, body: { user: { id: person.id, mfa: { method: 'sms' } } } })
})

test('skips the second step on a trusted device for its user only, until the password changes', async () => {
  const { person, code } = await withApp('Dev')
  const { body } = await logIn(person)
  const entered = await t
    .as(null)
    .call(verifyMfa, { body: { mfaToken: body.mfaToken as string, code: code(), trustDevice: true } })
  const deviceToken = entered.body.deviceToken as string
  expect((await logIn(person, { deviceToken })).body.user).toMatchObject({ id: person.id })
  const otherSetup = await withApp('Oth')
  expect((await logIn(otherSetup.person, { deviceToken })).body.mfaRequired).toBe(true)
  const here = { ...person, token: entered.body.token }
  await t.as(here).call(editSettings, { body: { newPassword: PASSWORD } })
  expect((await logIn(person, { deviceToken })).body.mfaRequired).toBe(true)
})

test('requires a fresh proof to turn it on or off, ends every other session and notifies the user by email', async () => {
  const user = await newUser('Off')
  expect((await t.as(user).call(setUpMfa)).body.code).toBe('proof_needed')
  expect((await t.as(user).call(prove, { body: { password: 'wrong' } })).body).toMatchObject({
    code: 'invalid_credentials',
    fieldErrors: { password: 'Incorrect password.' },
  })
  const { body: second } = await logIn(user)
  await t.as(user).call(prove, { body: { password: PASSWORD } })
  const { body } = await t.as(user).call(setUpMfa)
  expect(body.uri).toMatch(/^otpauth:\/\/totp\/Crewline/)
  const refused = await t.as(user).call(enableMfa, { body: { method: 'totp', code: '000000' } })
  // Tries are not counted here, so the message has no number of tries left.
  expect(refused.body).toMatchObject({ code: 'code_wrong', message: 'Incorrect code.' })
  const app = new TOTP({ secret: body.secret, digits: 6, period: 30 })
  await t.as(user).call(enableMfa, { body: { method: 'totp', code: app.generate() } })
  expect((await t.as({ ...user, token: second.token as string }).call(me)).http).toBe(403)
  expect((await t.as(user).call(me)).http).toBe(200)
  expect((await t.as(user).call(disableMfa)).body.user.mfa).toEqual({
    method: 'none',
    backupCodesLeft: 0,
    neededFrom: null,
  })
  const subjects = (await t.mailsTo(user.email)).map((mail) => mail.subject)
  expect(subjects).toContain('Two-step login was turned on')
  expect(subjects).toContain('Two-step login was turned off')
})

test('requires a code to turn on an app and a verified phone to turn on texts', async () => {
  const user = await newUser('Non')
  await t.as(user).call(prove, { body: { password: PASSWORD } })
  expect((await t.as(user).call(enableMfa, { body: { method: 'totp', code: '123456' } })).body.code).toBe('code_wrong')
  expect((await t.as(user).call(enableMfa, { body: { method: 'sms' } })).body.code).toBe('phone_missing')
})

test('stores the app secret and the backup codes unreadably in the database', async () => {
  const user = await newUser('Dump')
  await t.as(user).call(prove, { body: { password: PASSWORD } })
  const { body } = await t.as(user).call(setUpMfa)
  const app = new TOTP({ secret: body.secret, digits: 6, period: 30 })
  const on = await t.as(user).call(enableMfa, { body: { method: 'totp', code: app.generate() } })
  const rows = await sql<{ text: string }>`
    select x::text as text from user_account x union all select x::text from backup_code x
    union all select x::text from one_time_secret x union all select x::text from phone_code x`.execute(system())
  for (const { text } of rows.rows) {
    expect(text).not.toContain(body.secret)
    for (const code of on.body.backupCodes) expect(text).not.toContain(code.replace('-', ''))
  }
})

test('allows at most 25 code tries in an hour from any number of addresses', async () => {
  const { person } = await withPhone('Guess')
  await t.as(person).call(enableMfa, { body: { method: 'sms' } })
  await sql`delete from rate_limit`.execute(system())
  const looked = { count: 0, refused: 0 }
  for (let round = 0; round < 20; round++) {
    const loginAnswer = await logIn(person)
    const mfaToken = loginAnswer.body.mfaToken as string
    const guesses = Array.from({ length: 25 }, (_, at) => String(100_000 + round * 25 + at))
    const answers = await Promise.all(
      guesses.map((code) => t.as(null).call(verifyMfa, { body: { mfaToken, code }, headers: headers() })),
    )
    looked.count += answers.filter((answer) => answer.body.code === 'code_wrong').length
    looked.refused += answers.filter((answer) => answer.http === 429 || answer.body.code !== 'code_wrong').length
    expect(answers.filter((answer) => answer.http === 200)).toEqual([])
  }
  // 25 tries at six digits: 25 in a million, below the promised limit of 3 in 100,000 an hour.
  expect(looked.count).toBeLessThanOrEqual(CODE_ATTEMPTS_PER_HOUR)
  expect(looked.refused).toBeGreaterThanOrEqual(475)
})

test('allows ten app code tries in an hour, because three codes are valid at any moment', async () => {
  const { person } = await withApp('Ten')
  const answers = []
  for (let round = 0; round < 3; round++) {
    const { body } = await logIn(person)
    const guess = () => t.as(null).call(verifyMfa, { body: { mfaToken: body.mfaToken as string, code: '000000' } })
    for (let tries = 0; tries < 5; tries++) answers.push((await guess()).body.code)
  }
  // Turning it on consumed one of the ten.
  expect(answers.filter((code) => code === 'code_wrong')).toHaveLength(9)
  expect(answers.filter((code) => code === 'slow_down')).toHaveLength(6)
})

test('records a refused log-in in the audit log, at whichever step it failed', async () => {
  const { person } = await withApp('Rec')
  await t.as(null).call(login, { body: { email: person.email, password: 'not this one' }, headers: headers() })
  const { body } = await logIn(person)
  await t.as(null).call(verifyMfa, { body: { mfaToken: body.mfaToken as string, code: '000000' } })
  await t.until(async () => {
    const rows = await sql<{ why: string }>`
      select detail->>'why' as why from audit_entry where action = 'session.refused' and target = ${person.id}`.execute(
      system(),
    )
    return rows.rows.length === 2
  })
})

test('locks codes after 100 wrong codes in a row until the password is changed', async () => {
  const { person, code } = await withApp('Lock')
  await sql`update user_account set code_failures = 100 where id = ${person.id}`.execute(system())
  const { body } = await logIn(person)
  const locked = await t.as(null).call(verifyMfa, { body: { mfaToken: body.mfaToken as string, code: code() } })
  expect(locked.body.code).toBe('codes_locked')
})
