import { login, logout, me } from '@crewline/contract/accounts'
import { register, resendVerification, setInfo, verifyEmail } from '@crewline/contract/sign-up'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web', settings: { TRUSTED_PROXIES: '1' } })
})
afterAll(() => t.close())

const system = () => t.process.kernel.database.asSystem('tests read every organization')
const PASSWORD = 'a plain long sentence'
let visitors = 0
const headers = () => ({ 'x-forwarded-for': `10.2.${visitors >> 8}.${visitors++ & 255}` })
const asGuest = () => t.as(null)
const bearer = (token: string) => t.as({ ...t.acme.ann, token })

const ORGANIZATION = {
  name: 'North Mill',
  industry: 'manufacturing' as const,
  headcount: '51-200' as const,
  timezone: 'America/Denver',
  country: 'US',
}

async function begin(email: string) {
  const answer = await asGuest().call(register, {
    body: { firstname: 'Nora', lastname: 'Field', email, password: PASSWORD },
    headers: headers(),
  })
  return { answer, token: answer.body.unverifiedToken }
}

async function linkTo(email: string): Promise<string> {
  const [newest] = await t.mailsTo(email)
  return newest?.links[0]?.split('/').at(-1) ?? 'no mail'
}

test('signs up, describes the organization, confirms the email and signs in as its owner', async () => {
  const { answer, token } = await begin('Nora@mill.example')
  expect(answer.http).toBe(200)
  // The unverified token allows only the sign-up steps.
  expect(await bearer(token).call(me)).toMatchObject({ http: 422, body: { code: 'email_unverified' } })
  const infoAnswer = await bearer(token).call(setInfo, {
    body: { phone: '(312) 555-0142', organization: ORGANIZATION },
  })
  expect(infoAnswer.body).toMatchObject({
    user: { firstname: 'Nora', phone: '+13125550142' },
    organization: { name: 'North Mill' },
  })
  expect(await bearer(token).call(setInfo, { body: { organization: ORGANIZATION } })).toMatchObject({
    http: 409,
    body: { code: 'info_known' },
  })
  const link = await linkTo('nora@mill.example')
  const confirmed = await bearer(token).call(verifyEmail, { params: { token: link }, headers: headers() })
  expect(confirmed).toMatchObject({
    http: 200,
    body: {
      user: { email: 'Nora@mill.example', role: 'owner' },
      organization: { name: 'North Mill', timezone: 'America/Denver' },
      needInfo: false,
    },
  })
  expect(await bearer(confirmed.body.token as string).call(me)).toMatchObject({ body: { user: { firstname: 'Nora' } } })
  expect(await bearer(token).call(resendVerification, {})).toMatchObject({ body: { email: 'Nora@mill.example' } })
  expect(await asGuest().call(verifyEmail, { params: { token: link }, headers: headers() })).toMatchObject({
    http: 422,
    body: { code: 'link_invalid' },
  })
})

test('confirms without logging in when the link is opened elsewhere, then logs in by password and requests the missing info', async () => {
  const { token } = await begin('gil@mill.example')
  const elsewhere = await asGuest().call(verifyEmail, {
    params: { token: await linkTo('gil@mill.example') },
    headers: headers(),
  })
  expect(elsewhere.body).toMatchObject({ verified: true, waitsFor: null })
  expect(elsewhere.body.token).toBeUndefined()
  const entered = await asGuest().call(login, {
    body: { email: 'gil@mill.example', password: PASSWORD },
    headers: headers(),
  })
  expect(entered.body).toMatchObject({ user: { role: 'owner' }, needInfo: true })
  const described = await bearer(entered.body.token as string).call(setInfo, { body: { organization: ORGANIZATION } })
  expect(described.body.organization).toMatchObject({ name: 'North Mill' })
  expect(await bearer(token).call(me)).toMatchObject({ http: 403 })
})

test('gives another unverified token on log-in before confirmation, and nothing for a wrong password', async () => {
  await begin('ulla@mill.example')
  const early = await asGuest().call(login, {
    body: { email: 'ulla@mill.example', password: PASSWORD },
    headers: headers(),
  })
  expect(early).toMatchObject({ http: 200, body: { unverifiedToken: expect.stringMatching(/^crew_/) } })
  expect(early.body.token).toBeUndefined()
  const refused = await asGuest().call(login, {
    body: { email: 'ulla@mill.example', password: 'something else' },
    headers: headers(),
  })
  expect(refused.body.code).toBe('invalid_credentials')
  const resent = await bearer(early.body.unverifiedToken as string).call(resendVerification, {})
  expect(resent.body).toMatchObject({ email: 'ulla@mill.example' })
  const both = await t.mailsTo('ulla@mill.example')
  expect(both).toHaveLength(2)
  // Only the newest link works.
  const oldLinkAnswer = await asGuest().call(verifyEmail, {
    params: { token: both[1]?.links[0]?.split('/').at(-1) as string },
    headers: headers(),
  })
  expect(oldLinkAnswer.body.code).toBe('link_invalid')
})

test('keeps the tab that began a sign-up working after a log-in elsewhere, until the log-out', async () => {
  const { token } = await begin('vera@mill.example')
  const elsewhere = await asGuest().call(login, {
    body: { email: 'vera@mill.example', password: PASSWORD },
    headers: headers(),
  })
  expect(await bearer(token).call(resendVerification, {})).toMatchObject({ http: 200 })
  expect(await bearer(elsewhere.body.unverifiedToken as string).call(logout, {})).toMatchObject({ http: 200 })
  expect(await bearer(token).call(resendVerification, {})).toMatchObject({ http: 403 })
})

test('answers a known email identically and mails a notice instead of a confirmation link', async () => {
  const { ann } = t.acme
  const { answer, token } = await begin(ann.email)
  expect(answer).toMatchObject({ http: 200, body: { unverifiedToken: expect.stringMatching(/^crew_[\w-]{43}$/) } })
  expect(await bearer(token).call(setInfo, { body: { organization: ORGANIZATION } })).toMatchObject({ http: 200 })
  expect(await bearer(token).call(resendVerification, {})).toMatchObject({ http: 200, body: { email: ann.email } })
  const mails = await t.mailsTo(ann.email)
  expect(mails.map((mail) => mail.subject)).toEqual(['You already have an account', 'You already have an account'])
  expect(mails[0]?.links[0]).toMatch(/\/auth\/login$/)
  // The registration did not change the existing password.
  const entered = await asGuest().call(login, { body: { email: ann.email, password: PASSWORD }, headers: headers() })
  expect(entered.body.code).toBe('invalid_credentials')
})

test('merges two registrations of one address into one account and rejects the second link', async () => {
  const [first, second] = [await begin('dora@mill.example'), await begin('dora@mill.example')]
  const links = (await t.mailsTo('dora@mill.example')).map((mail) => mail.links[0]?.split('/').at(-1) as string)
  const answers = await Promise.all(
    links.map((link, at) =>
      bearer([second.token, first.token][at] as string).call(verifyEmail, {
        params: { token: link },
        headers: headers(),
      }),
    ),
  )
  expect(answers.map((answer) => answer.http).toSorted((a, b) => a - b)).toEqual([200, 422])
  const users = await sql`select from user_account where email = 'dora@mill.example'`.execute(system())
  expect(users.rows).toHaveLength(1)
})

test('confirms once for fifty clicks on one link', async () => {
  const { token } = await begin('fay@mill.example')
  const link = await linkTo('fay@mill.example')
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => bearer(token).call(verifyEmail, { params: { token: link }, headers: headers() })),
  )
  expect(answers.filter((answer) => answer.http === 200)).toHaveLength(1)
  expect(answers.filter((answer) => answer.body.code === 'link_invalid')).toHaveLength(49)
})

test.each([
  ['short', /10 or more/],
  ['password123', /leaked/],
  ['password123456', /leaked/],
  ['aaaaaaaaaaaa', /different/],
  ['nora.field1', /easy to guess/],
])('refuses the password "%s" with a message next to its field', async (password, message) => {
  const body = { firstname: 'Nora', lastname: 'Field', email: 'nora.field@mill.example', password }
  const answer = await asGuest().call(register, { body, headers: headers() })
  expect(answer).toMatchObject({
    http: 422,
    body: { code: 'password_weak', fieldErrors: { password: expect.stringMatching(message) } },
  })
})

test('allows thirty registrations an hour per address and three emails per recipient', async () => {
  const from = { 'x-forwarded-for': '10.9.9.9' }
  const body = (email: string) => ({ firstname: 'N', lastname: 'F', email, password: PASSWORD })
  const same = []
  for (let count = 0; count < 4; count++)
    same.push(await asGuest().call(register, { body: body('bomb@mill.example'), headers: from }))
  expect(same.map((answer) => answer.http)).toEqual([200, 200, 200, 429])
  const attempts = []
  for (let count = 0; count < 28; count++)
    attempts.push((await asGuest().call(register, { body: body(`n${count}@mill.example`), headers: from })).http)
  expect(attempts.filter((http) => http === 429).length).toBeGreaterThan(0)
})

test('stores nothing of a registration in clear text except the name', async () => {
  const { token } = await begin('clear@mill.example')
  const tables = ['registration', 'mail_request', 'mail', 'one_time_secret']
  for (const table of tables) {
    const rows = await sql<{ text: string }>`select x::text as text from ${sql.table(table)} x`.execute(system())
    for (const { text } of rows.rows) {
      expect(text).not.toContain(token)
      expect(text).not.toContain(PASSWORD)
      expect(text).not.toContain('/auth/verify/')
    }
  }
})
