import { forgotPassword, login, me, resetPassword, sendLoginLink, tokenLogin } from '@crewline/contract/accounts'
import { sendVerificationCode } from '@crewline/contract/second-step'
import { readInvitation, register } from '@crewline/contract/sign-up'
import type { AnyEndpoint } from '@crewline/contract/endpoint'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeUser, PASSWORD } from '../../../test/kit/cast.ts'
import { callRaw } from '../../../test/kit/contract.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web', settings: { TRUSTED_PROXIES: '1' } })
})
afterAll(() => t.close())

const system = () => t.process.kernel.database.asSystem('tests read every organization')
let visitors = 0
const headers = () => ({ 'x-forwarded-for': `10.4.${visitors >> 8}.${visitors++ & 255}` })
const newUser = (firstname: string) =>
  makeUser(t.process.kernel, t.acme.id, { firstname, lastname: 'Link', role: 'agent' })
const tokenOf = (link: string | undefined) => (link ?? 'no mail').split(/[/=]/).at(-1) as string

async function resetLink(email: string): Promise<string> {
  await t.as(null).call(forgotPassword, { body: { email }, headers: headers() })
  return tokenOf((await t.mailsTo(email))[0]?.links[0])
}

test('replaces a forgotten password by a mailed link once, ends every session and logs in no one', async () => {
  const user = await newUser('Ree')
  const listener = await t.connectClient(user)
  const token = await resetLink(user.email)
  const closed = new Promise((resolve) => listener.socket.once('disconnect', resolve))
  const weak = await t
    .as(null)
    .call(resetPassword, { params: { token }, body: { password: 'short' }, headers: headers() })
  expect(weak).toMatchObject({
    http: 422,
    body: { code: 'password_weak', fieldErrors: { password: expect.any(String) } },
  })
  const resetAnswer = await t
    .as(null)
    .call(resetPassword, { params: { token }, body: { password: 'a new long sentence' }, headers: headers() })
  expect(resetAnswer.body).toEqual({ status: 'OK' })
  await closed
  expect((await t.as(user).call(me)).http).toBe(403)
  const enter = (password: string) =>
    t.as(null).call(login, { body: { email: user.email, password }, headers: headers() })
  expect((await enter(PASSWORD)).body.code).toBe('invalid_credentials')
  expect((await enter('a new long sentence')).http).toBe(200)
  const secondAnswer = await t
    .as(null)
    .call(resetPassword, { params: { token }, body: { password: 'another long one' }, headers: headers() })
  expect(secondAnswer.body.code).toBe('link_invalid')
  expect((await t.mailsTo(user.email))[0]?.subject).toMatch(/password was changed|new device/)
})

test('accepts only the newest link, only for half an hour, and only once of fifty simultaneous uses', async () => {
  const user = await newUser('New')
  const [first, second] = [await resetLink(user.email), await resetLink(user.email)]
  const use = (token: string) =>
    t.as(null).call(resetPassword, { params: { token }, body: { password: 'a new long sentence' }, headers: headers() })
  expect((await use(first)).body.code).toBe('link_invalid')
  const answers = await Promise.all(Array.from({ length: 50 }, () => use(second)))
  expect(answers.filter((answer) => answer.http === 200)).toHaveLength(1)
  const third = await resetLink(user.email)
  await sql`update one_time_secret set expires_at = now() - interval '1 second' where purpose = 'reset'`.execute(
    system(),
  )
  expect((await use(third)).body.code).toBe('link_invalid')
  // A fourth email within the hour is refused for every address.
  const fourth = await t.as(null).call(forgotPassword, { body: { email: user.email }, headers: headers() })
  expect(fourth.http).toBe(429)
})

test('logs in once by link, and only with a log-in link', async () => {
  const user = await newUser('Lin')
  await t.as(null).call(sendLoginLink, { body: { email: user.email }, headers: headers() })
  const token = tokenOf((await t.mailsTo(user.email))[0]?.links[0])
  const use = (linkToken: string) => t.as(null).call(tokenLogin, { body: { token: linkToken }, headers: headers() })
  const answers = await Promise.all(Array.from({ length: 50 }, () => use(token)))
  const opened = answers.filter((answer) => answer.http === 200)
  expect(opened).toHaveLength(1)
  expect(opened[0]?.body.user).toMatchObject({ id: user.id })
  expect((await use(await resetLink(user.email))).body.code).toBe('link_invalid')
  expect((await use(user.token)).body.code).toBe('link_invalid')
})

test('sends no email to a disabled user and rejects links mailed before', async () => {
  const user = await newUser('Dis')
  await t.as(null).call(sendLoginLink, { body: { email: user.email }, headers: headers() })
  const token = tokenOf((await t.mailsTo(user.email))[0]?.links[0])
  await sql`update user_account set deactivated_at = now() where id = ${user.id}`.execute(system())
  expect((await t.as(null).call(tokenLogin, { body: { token }, headers: headers() })).body.code).toBe('link_invalid')
  await t.as(null).call(forgotPassword, { body: { email: user.email }, headers: headers() })
  expect(await t.mailsTo(user.email)).toHaveLength(1)
})

test('answers known and unknown addresses with identical bytes except for random values', async () => {
  const knownUser = await newUser('Kno')
  const requests: [AnyEndpoint, (email: string) => object][] = [
    [forgotPassword, (email) => ({ email })],
    [sendLoginLink, (email) => ({ email })],
    [login, (email) => ({ email, password: 'not this one' })],
    [register, (email) => ({ firstname: 'A', lastname: 'B', email, password: 'a plain long sentence' })],
    [readInvitation, (email) => ({ token: `crew_${Buffer.from(email).toString('base64url')}` })],
  ]
  for (const [endpoint, body] of requests) {
    const bytes = async (email: string) => {
      const answer = await callRaw(t.process.address, null, endpoint, {
        body: JSON.stringify(body(email)),
        headers: headers(),
      })
      return `${answer.http} ${answer.text.replace(/crew_[\w-]{43}/g, 'TOKEN').replace(/"requestId":"[^"]+"/, '')}`
    }
    expect(await bytes(knownUser.email)).toBe(await bytes('nobody.at.all@test.example'))
  }
})

test('sends no text before the email is confirmed, so that accounts cannot be found by phone', async () => {
  const { body } = await t.as(null).call(register, {
    body: { firstname: 'A', lastname: 'B', email: 'probe@test.example', password: 'a plain long sentence' },
    headers: headers(),
  })
  const probe = t.as({ ...t.acme.ann, token: body.unverifiedToken })
  const answer = await probe.call(sendVerificationCode, { body: { phone: '+13125550100', source: 'register' } })
  expect(answer.body.code).toBe('email_unverified')
})
