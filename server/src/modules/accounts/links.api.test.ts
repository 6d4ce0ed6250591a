import { forgotPassword, login, me, resetPassword, sendLoginLink, tokenLogin } from '@crewline/contract/accounts'
import { sendVerificationCode } from '@crewline/contract/second-step'
import { readInvitation, register } from '@crewline/contract/sign-up'
import type { AnyEndpoint } from '@crewline/contract/endpoint'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePerson, PASSWORD } from '../../../test/kit/cast.ts'
import { callRaw } from '../../../test/kit/contract.ts'
import { house, type House } from '../../../test/kit/house.ts'

let t: House
beforeAll(async () => {
  t = await house({ roles: 'web', settings: { TRUSTED_PROXIES: '1' } })
})
afterAll(() => t.close())

const system = () => t.process.kernel.database.asSystem('tests look behind the door')
let visitors = 0
const headers = () => ({ 'x-forwarded-for': `10.4.${visitors >> 8}.${visitors++ & 255}` })
const newPerson = (firstname: string) =>
  makePerson(t.process.kernel, t.acme.id, { firstname, lastname: 'Link', role: 'agent' })
const tokenOf = (link: string | undefined) => (link ?? 'no mail').split(/[/=]/).at(-1) as string

async function resetLink(email: string): Promise<string> {
  await t.as(null).call(forgotPassword, { body: { email }, headers: headers() })
  return tokenOf((await t.mailsTo(email))[0]?.links[0])
}

test('a forgotten password is replaced by a mailed link, once; every session ends and nobody is logged in by it', async () => {
  const person = await newPerson('Ree')
  const ear = await t.heard(person)
  const token = await resetLink(person.email)
  const closed = new Promise((resolve) => ear.socket.once('disconnect', resolve))
  const weak = await t
    .as(null)
    .call(resetPassword, { params: { token }, body: { password: 'short' }, headers: headers() })
  expect(weak).toMatchObject({
    http: 422,
    body: { code: 'password_weak', fieldErrors: { password: expect.any(String) } },
  })
  const done = await t
    .as(null)
    .call(resetPassword, { params: { token }, body: { password: 'a new long sentence' }, headers: headers() })
  expect(done.body).toEqual({ status: 'OK' })
  await closed
  expect((await t.as(person).call(me)).http).toBe(403)
  const enter = (password: string) =>
    t.as(null).call(login, { body: { email: person.email, password }, headers: headers() })
  expect((await enter(PASSWORD)).body.code).toBe('invalid_credentials')
  expect((await enter('a new long sentence')).http).toBe(200)
  const again = await t
    .as(null)
    .call(resetPassword, { params: { token }, body: { password: 'another long one' }, headers: headers() })
  expect(again.body.code).toBe('link_invalid')
  expect((await t.mailsTo(person.email))[0]?.subject).toMatch(/password was changed|new device/)
})

test('only the newest link works, only for half an hour, and fifty uses at once are one', async () => {
  const person = await newPerson('New')
  const [first, second] = [await resetLink(person.email), await resetLink(person.email)]
  const use = (token: string) =>
    t.as(null).call(resetPassword, { params: { token }, body: { password: 'a new long sentence' }, headers: headers() })
  expect((await use(first)).body.code).toBe('link_invalid')
  const answers = await Promise.all(Array.from({ length: 50 }, () => use(second)))
  expect(answers.filter((one) => one.http === 200)).toHaveLength(1)
  const third = await resetLink(person.email)
  await sql`update one_time_secret set expires_at = now() - interval '1 second' where purpose = 'reset'`.execute(
    system(),
  )
  expect((await use(third)).body.code).toBe('link_invalid')
  // A fourth mail within the hour is refused, for every address alike.
  const fourth = await t.as(null).call(forgotPassword, { body: { email: person.email }, headers: headers() })
  expect(fourth.http).toBe(429)
})

test('a link logs in once, and nothing but a log-in link does', async () => {
  const person = await newPerson('Lin')
  await t.as(null).call(sendLoginLink, { body: { email: person.email }, headers: headers() })
  const token = tokenOf((await t.mailsTo(person.email))[0]?.links[0])
  const use = (given: string) => t.as(null).call(tokenLogin, { body: { token: given }, headers: headers() })
  const answers = await Promise.all(Array.from({ length: 50 }, () => use(token)))
  const opened = answers.filter((one) => one.http === 200)
  expect(opened).toHaveLength(1)
  expect(opened[0]?.body.user).toMatchObject({ id: person.id })
  expect((await use(await resetLink(person.email))).body.code).toBe('link_invalid')
  expect((await use(person.token)).body.code).toBe('link_invalid')
})

test('a disabled person gets no mail, and a link mailed before opens nothing', async () => {
  const person = await newPerson('Dis')
  await t.as(null).call(sendLoginLink, { body: { email: person.email }, headers: headers() })
  const token = tokenOf((await t.mailsTo(person.email))[0]?.links[0])
  await sql`update person set deactivated_at = now() where id = ${person.id}`.execute(system())
  expect((await t.as(null).call(tokenLogin, { body: { token }, headers: headers() })).body.code).toBe('link_invalid')
  await t.as(null).call(forgotPassword, { body: { email: person.email }, headers: headers() })
  expect(await t.mailsTo(person.email)).toHaveLength(1)
})

test('known and unknown addresses get answers equal to the byte, but for what is random', async () => {
  const known = await newPerson('Kno')
  const asked: [AnyEndpoint, (email: string) => object][] = [
    [forgotPassword, (email) => ({ email })],
    [sendLoginLink, (email) => ({ email })],
    [login, (email) => ({ email, password: 'not this one' })],
    [register, (email) => ({ firstname: 'A', lastname: 'B', email, password: 'a plain long sentence' })],
    [readInvitation, (email) => ({ token: `crew_${Buffer.from(email).toString('base64url')}` })],
  ]
  for (const [endpoint, body] of asked) {
    const bytes = async (email: string) => {
      const answer = await callRaw(t.process.address, null, endpoint, {
        body: JSON.stringify(body(email)),
        headers: headers(),
      })
      return `${answer.http} ${answer.text.replace(/crew_[\w-]{43}/g, 'TOKEN').replace(/"requestId":"[^"]+"/, '')}`
    }
    expect(await bytes(known.email)).toBe(await bytes('nobody.at.all@test.example'))
  }
})

test('no text can be asked for before the e-mail is confirmed, so that accounts cannot be found by phone', async () => {
  const { body } = await t.as(null).call(register, {
    body: { firstname: 'A', lastname: 'B', email: 'probe@test.example', password: 'a plain long sentence' },
    headers: headers(),
  })
  const probe = t.as({ ...t.acme.ann, token: body.unverifiedToken })
  const asked = await probe.call(sendVerificationCode, { body: { phone: '+13125550100', source: 'register' } })
  expect(asked.body.code).toBe('email_unverified')
})
