import { editSettings, login, me, prove, verifyMfa } from '@crewline/contract/accounts'
import {
  disableMfa,
  enableMfa,
  renewBackupCodes,
  sendVerificationCode,
  setUpMfa,
  verifyPhoneCode,
} from '@crewline/contract/second-step'
import { CODE_TRIES_PER_HOUR } from '@crewline/contract/limits'
import { sql } from 'kysely'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePerson, PASSWORD, type Person } from '../../../test/kit/cast.ts'
import { house, type House } from '../../../test/kit/house.ts'

let t: House
beforeAll(async () => {
  t = await house({ roles: 'web', settings: { TRUSTED_PROXIES: '1' } })
})
afterAll(() => t.close())

const system = () => t.process.kernel.database.asSystem('tests look behind the door')
let visitors = 0
const headers = () => ({ 'x-forwarded-for': `10.3.${visitors >> 8}.${visitors++ & 255}` })
const newPerson = (firstname: string) =>
  makePerson(t.process.kernel, t.acme.id, { firstname, lastname: 'Step', role: 'agent' })
let phones = 100
const newPhone = () => `+1312555${String(phones++).padStart(4, '0')}`

async function logIn(person: Person, more: { deviceToken?: string } = {}) {
  return t.as(null).call(login, { body: { email: person.email, password: PASSWORD, ...more }, headers: headers() })
}

/** Turns the app on; answers how to make its codes, each of another step, because a code opens once. */
async function withApp(firstname: string) {
  const person = await newPerson(firstname)
  await t.as(person).call(prove, { body: { password: PASSWORD } })
  const { body } = await t.as(person).call(setUpMfa)
  const app = new TOTP({ secret: body.secret, digits: 6, period: 30 })
  const code = (steps: number) => app.generate({ timestamp: Date.now() + steps * 30_000 })
  const on = await t.as(person).call(enableMfa, { body: { method: 'totp', code: code(-1) } })
  return { person, code, backupCodes: on.body.backupCodes, on }
}

async function withPhone(firstname: string) {
  const person = await newPerson(firstname)
  const phone = newPhone()
  await t.as(person).call(prove, { body: { password: PASSWORD } })
  await t.as(person).call(sendVerificationCode, { body: { phone, source: 'settings' }, headers: headers() })
  const { body } = await t.as(person).call(verifyPhoneCode, { body: { phone, code: await t.codeTo(phone) } })
  await t.as(person).call(editSettings, { body: { phone, phoneProof: body.proof } })
  return { person, phone }
}

test('the app: password first, then its code, which opens once', async () => {
  const { person, code, on } = await withApp('App')
  expect(on.body).toMatchObject({ user: { mfa: { method: 'totp', backupCodesLeft: 10 } } })
  expect(new Set(on.body.backupCodes).size).toBe(10)
  const asked = await logIn(person)
  expect(asked.body).toMatchObject({ mfaRequired: true, method: 'totp', maskedDestination: null })
  expect(asked.body.token).toBeUndefined()
  const mfaToken = asked.body.mfaToken as string
  // The second step opens nothing else.
  expect(await t.as({ ...person, token: mfaToken }).call(me)).toMatchObject({ http: 403 })
  const wrong = await t.as(null).call(verifyMfa, { body: { mfaToken, code: '000000' } })
  expect(wrong).toMatchObject({
    http: 422,
    body: { code: 'code_wrong', fieldErrors: { code: 'That code is not right. 4 tries left.' } },
  })
  const now = code(0)
  const right = await t.as(null).call(verifyMfa, { body: { mfaToken, code: `${now.slice(0, 3)} ${now.slice(3)}` } })
  expect(right).toMatchObject({ http: 200, body: { user: { id: person.id } } })
  const again = await logIn(person)
  const replayed = await t.as(null).call(verifyMfa, { body: { mfaToken: again.body.mfaToken as string, code: now } })
  expect(replayed.body.code).toBe('code_wrong')
  expect(await t.as(null).call(verifyMfa, { body: { mfaToken, code: code(1) } })).toMatchObject({
    body: { code: 'mfa_expired' },
  })
})

test('five wrong codes end the second step, and it ends by itself after five minutes', async () => {
  const { person, code } = await withApp('Five')
  const { body } = await logIn(person)
  const mfaToken = body.mfaToken as string
  for (let left = 4; left >= 0; left--) {
    const wrong = await t.as(null).call(verifyMfa, { body: { mfaToken, code: '000000' } })
    expect(wrong.body.fieldErrors?.['code']).toContain(left === 0 ? 'Ask for a new one' : `${left} tr`)
  }
  expect((await t.as(null).call(verifyMfa, { body: { mfaToken, code: code(0) } })).body.code).toBe('mfa_expired')
  const later = await logIn(person)
  await sql`update one_time_secret set expires_at = now() - interval '1 second' where person_id = ${person.id}`.execute(
    system(),
  )
  expect(
    (await t.as(null).call(verifyMfa, { body: { mfaToken: later.body.mfaToken as string, code: code(0) } })).body.code,
  ).toBe('mfa_expired')
})

test('fifty tries with one right code at once open one session', async () => {
  const { person, code } = await withApp('Many')
  const steps = await Promise.all(Array.from({ length: 5 }, () => logIn(person)))
  const right = code(0)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      t.as(null).call(verifyMfa, { body: { mfaToken: steps[at % 5]?.body.mfaToken as string, code: right } }),
    ),
  )
  expect(answers.filter((one) => one.http === 200)).toHaveLength(1)
})

test('a backup code opens once; new ones replace the old', async () => {
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

test('by text: the code comes to the phone on file, another one when asked, and the number is never told whole', async () => {
  const { person, phone } = await withPhone('Tex')
  await t.as(person).call(enableMfa, { body: { method: 'sms' } })
  await sql`delete from rate_limit`.execute(system())
  const asked = await logIn(person)
  expect(asked.body).toMatchObject({
    mfaRequired: true,
    method: 'sms',
    maskedDestination: `+1••••••••${phone.slice(-2)}`,
  })
  expect(JSON.stringify(asked.body)).not.toContain(phone)
  const mfaToken = asked.body.mfaToken as string
  const step = t.as({ ...person, token: mfaToken })
  const elsewhere = await step.call(sendVerificationCode, { body: { phone: newPhone(), source: 'settings' } })
  expect(elsewhere.body.code).toBe('not_permitted')
  const right = await t.as(null).call(verifyMfa, { body: { mfaToken, code: await t.codeTo(phone) } })
  expect(right).toMatchObject({ http: 200, body: { user: { id: person.id, mfa: { method: 'sms' } } } })
})

test('a device that is trusted skips the second step for its person only, until the password changes', async () => {
  const { person, code } = await withApp('Dev')
  const { body } = await logIn(person)
  const entered = await t
    .as(null)
    .call(verifyMfa, { body: { mfaToken: body.mfaToken as string, code: code(0), trustDevice: true } })
  const deviceToken = entered.body.deviceToken as string
  expect((await logIn(person, { deviceToken })).body.user).toMatchObject({ id: person.id })
  const other = await withApp('Oth')
  expect((await logIn(other.person, { deviceToken })).body.mfaRequired).toBe(true)
  const here = { ...person, token: entered.body.token }
  await t.as(here).call(editSettings, { body: { newPassword: PASSWORD } })
  expect((await logIn(person, { deviceToken })).body.mfaRequired).toBe(true)
})

test('turning it on or off needs a fresh proof, ends every other session and is told by mail', async () => {
  const person = await newPerson('Off')
  expect((await t.as(person).call(setUpMfa)).body.code).toBe('proof_needed')
  expect((await t.as(person).call(prove, { body: { password: 'wrong' } })).body).toMatchObject({
    code: 'invalid_credentials',
    fieldErrors: { password: 'The password is not right.' },
  })
  const { body: second } = await logIn(person)
  await t.as(person).call(prove, { body: { password: PASSWORD } })
  const { body } = await t.as(person).call(setUpMfa)
  expect(body.uri).toMatch(/^otpauth:\/\/totp\/Crewline/)
  const wrong = await t.as(person).call(enableMfa, { body: { method: 'totp', code: '000000' } })
  // Nothing is counted here, so that no number of tries is told.
  expect(wrong.body).toMatchObject({ code: 'code_wrong', message: 'That code is not right.' })
  const app = new TOTP({ secret: body.secret, digits: 6, period: 30 })
  await t.as(person).call(enableMfa, { body: { method: 'totp', code: app.generate() } })
  expect((await t.as({ ...person, token: second.token as string }).call(me)).http).toBe(403)
  expect((await t.as(person).call(me)).http).toBe(200)
  expect((await t.as(person).call(disableMfa)).body.user.mfa).toEqual({ method: 'none', backupCodesLeft: 0 })
  const subjects = (await t.mailsTo(person.email)).map((mail) => mail.subject)
  expect(subjects).toContain('Two-step log-in was turned on')
  expect(subjects).toContain('Two-step log-in was turned off')
})

test('an app alone cannot be turned on without its code, nor texts without a verified phone', async () => {
  const person = await newPerson('Non')
  await t.as(person).call(prove, { body: { password: PASSWORD } })
  expect((await t.as(person).call(enableMfa, { body: { method: 'totp', code: '123456' } })).body.code).toBe(
    'code_wrong',
  )
  expect((await t.as(person).call(enableMfa, { body: { method: 'sms' } })).body.code).toBe('phone_missing')
})

test('the secret of the app and the backup codes cannot be read in the database', async () => {
  const person = await newPerson('Dump')
  await t.as(person).call(prove, { body: { password: PASSWORD } })
  const { body } = await t.as(person).call(setUpMfa)
  const app = new TOTP({ secret: body.secret, digits: 6, period: 30 })
  const on = await t.as(person).call(enableMfa, { body: { method: 'totp', code: app.generate() } })
  const rows = await sql<{ text: string }>`
    select x::text as text from person x union all select x::text from backup_code x
    union all select x::text from one_time_secret x union all select x::text from phone_code x`.execute(system())
  for (const { text } of rows.rows) {
    expect(text).not.toContain(body.secret)
    for (const code of on.body.backupCodes) expect(text).not.toContain(code.replace('-', ''))
  }
})

test('whoever guesses codes from a hundred addresses gets at most 25 tries in an hour, however many they send', async () => {
  const { person } = await withPhone('Guess')
  await t.as(person).call(enableMfa, { body: { method: 'sms' } })
  await sql`delete from rate_limit`.execute(system())
  const looked = { count: 0, refused: 0 }
  for (let round = 0; round < 20; round++) {
    const asked = await logIn(person)
    const mfaToken = asked.body.mfaToken as string
    const guesses = Array.from({ length: 25 }, (_, at) => String(100_000 + round * 25 + at))
    const answers = await Promise.all(
      guesses.map((code) => t.as(null).call(verifyMfa, { body: { mfaToken, code }, headers: headers() })),
    )
    looked.count += answers.filter((one) => one.body.code === 'code_wrong').length
    looked.refused += answers.filter((one) => one.http === 429 || one.body.code !== 'code_wrong').length
    expect(answers.filter((one) => one.http === 200)).toEqual([])
  }
  // 25 tries at six digits: 25 in a million, below the 3 in 100,000 an hour that we promise.
  expect(looked.count).toBeLessThanOrEqual(CODE_TRIES_PER_HOUR)
  expect(looked.refused).toBeGreaterThanOrEqual(475)
})

test('codes of an app are tried ten times in an hour, because three are right at any moment', async () => {
  const { person } = await withApp('Ten')
  const answers = []
  for (let round = 0; round < 3; round++) {
    const { body } = await logIn(person)
    const guess = () => t.as(null).call(verifyMfa, { body: { mfaToken: body.mfaToken as string, code: '000000' } })
    for (let tries = 0; tries < 5; tries++) answers.push((await guess()).body.code)
  }
  // One of the ten went into turning it on.
  expect(answers.filter((code) => code === 'code_wrong')).toHaveLength(9)
  expect(answers.filter((code) => code === 'slow_down')).toHaveLength(6)
})

test('who could not come in is on the record of the organization, whichever step stopped them', async () => {
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

test('a hundred wrong codes in a row lock codes until the password is new', async () => {
  const { person, code } = await withApp('Lock')
  await sql`update person set code_failures = 100 where id = ${person.id}`.execute(system())
  const { body } = await logIn(person)
  const locked = await t.as(null).call(verifyMfa, { body: { mfaToken: body.mfaToken as string, code: code(0) } })
  expect(locked.body.code).toBe('codes_locked')
})
