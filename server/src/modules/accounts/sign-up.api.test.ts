import { login, me } from '@crewline/contract/accounts'
import { register, resendVerification, setInfo, verifyEmail } from '@crewline/contract/sign-up'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { house, type House } from '../../../test/kit/house.ts'

let t: House
beforeAll(async () => {
  t = await house({ roles: 'web', settings: { TRUSTED_PROXIES: '1' } })
})
afterAll(() => t.close())

const system = () => t.process.kernel.database.asSystem('tests look behind the door')
const PASSWORD = 'a plain long sentence'
let visitors = 0
const headers = () => ({ 'x-forwarded-for': `10.2.${visitors >> 8}.${visitors++ & 255}` })
const nobody = () => t.as(null)
const bearer = (token: string) => t.as({ ...t.acme.ann, token })

const ORGANIZATION = {
  name: 'North Mill',
  industry: 'manufacturing' as const,
  headcount: '51-200' as const,
  timezone: 'America/Denver',
  country: 'US',
}

async function begin(email: string) {
  const answer = await nobody().call(register, {
    body: { firstname: 'Nora', lastname: 'Field', email, password: PASSWORD },
    headers: headers(),
  })
  return { answer, token: answer.body.unverifiedToken }
}

async function linkTo(email: string): Promise<string> {
  const [newest] = await t.mailsTo(email)
  return newest?.links[0]?.split('/').at(-1) ?? 'no mail'
}

test('somebody begins an account, says who the organization is, confirms, and is signed in as its owner', async () => {
  const { answer, token } = await begin('Nora@mill.example')
  expect(answer.http).toBe(200)
  // The unverified token opens nothing but the steps on the way.
  expect(await bearer(token).call(me)).toMatchObject({ http: 403, body: { code: 'session_invalid' } })
  const told = await bearer(token).call(setInfo, { body: { phone: '(312) 555-0142', organization: ORGANIZATION } })
  expect(told.body).toMatchObject({
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
  expect(await nobody().call(verifyEmail, { params: { token: link }, headers: headers() })).toMatchObject({
    http: 422,
    body: { code: 'link_invalid' },
  })
})

test('a link opened anywhere else confirms and logs nobody in; then the password does, and what is missing is asked for', async () => {
  const { token } = await begin('gil@mill.example')
  const elsewhere = await nobody().call(verifyEmail, {
    params: { token: await linkTo('gil@mill.example') },
    headers: headers(),
  })
  expect(elsewhere.body).toMatchObject({ verified: true, waitsFor: null })
  expect(elsewhere.body.token).toBeUndefined()
  const entered = await nobody().call(login, {
    body: { email: 'gil@mill.example', password: PASSWORD },
    headers: headers(),
  })
  expect(entered.body).toMatchObject({ user: { role: 'owner' }, needInfo: true })
  const described = await bearer(entered.body.token as string).call(setInfo, { body: { organization: ORGANIZATION } })
  expect(described.body.organization).toMatchObject({ name: 'North Mill' })
  expect(await bearer(token).call(me)).toMatchObject({ http: 403 })
})

test('whoever logs in before confirming gets another unverified token, and a wrong password gets nothing', async () => {
  await begin('ulla@mill.example')
  const early = await nobody().call(login, {
    body: { email: 'ulla@mill.example', password: PASSWORD },
    headers: headers(),
  })
  expect(early).toMatchObject({ http: 200, body: { unverifiedToken: expect.stringMatching(/^crew_/) } })
  expect(early.body.token).toBeUndefined()
  const wrong = await nobody().call(login, {
    body: { email: 'ulla@mill.example', password: 'something else' },
    headers: headers(),
  })
  expect(wrong.body.code).toBe('invalid_credentials')
  const again = await bearer(early.body.unverifiedToken as string).call(resendVerification, {})
  expect(again.body).toMatchObject({ email: 'ulla@mill.example' })
  const both = await t.mailsTo('ulla@mill.example')
  expect(both).toHaveLength(2)
  // Only the newest link works.
  const old = await nobody().call(verifyEmail, {
    params: { token: both[1]?.links[0]?.split('/').at(-1) as string },
    headers: headers(),
  })
  expect(old.body.code).toBe('link_invalid')
})

test('a known e-mail gets the same answers, and a mail that says so instead of a link to confirm', async () => {
  const { ann } = t.acme
  const { answer, token } = await begin(ann.email)
  expect(answer).toMatchObject({ http: 200, body: { unverifiedToken: expect.stringMatching(/^crew_[\w-]{43}$/) } })
  expect(await bearer(token).call(setInfo, { body: { organization: ORGANIZATION } })).toMatchObject({ http: 200 })
  expect(await bearer(token).call(resendVerification, {})).toMatchObject({ http: 200, body: { email: ann.email } })
  const mails = await t.mailsTo(ann.email)
  expect(mails.map((mail) => mail.subject)).toEqual(['You already have an account', 'You already have an account'])
  expect(mails[0]?.links[0]).toMatch(/\/auth\/login$/)
  // Its password was not changed by whoever began the account.
  const entered = await nobody().call(login, { body: { email: ann.email, password: PASSWORD }, headers: headers() })
  expect(entered.body.code).toBe('invalid_credentials')
})

test('two accounts begun with one address become one: the second link opens nothing', async () => {
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
  expect(answers.map((one) => one.http).toSorted((a, b) => a - b)).toEqual([200, 422])
  const people = await sql`select from person where email = 'dora@mill.example'`.execute(system())
  expect(people.rows).toHaveLength(1)
})

test('fifty clicks on one link confirm once', async () => {
  const { token } = await begin('fay@mill.example')
  const link = await linkTo('fay@mill.example')
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => bearer(token).call(verifyEmail, { params: { token: link }, headers: headers() })),
  )
  expect(answers.filter((one) => one.http === 200)).toHaveLength(1)
  expect(answers.filter((one) => one.body.code === 'link_invalid')).toHaveLength(49)
})

test.each([
  ['short', /10 or more/],
  ['password123', /leaked/],
  ['password123456', /leaked/],
  ['aaaaaaaaaaaa', /different/],
  ['nora.field1', /easy to guess/],
])('the password "%s" is refused in words next to its field', async (password, words) => {
  const body = { firstname: 'Nora', lastname: 'Field', email: 'nora.field@mill.example', password }
  const answer = await nobody().call(register, { body, headers: headers() })
  expect(answer).toMatchObject({
    http: 422,
    body: { code: 'password_weak', fieldErrors: { password: expect.stringMatching(words) } },
  })
})

test('one address may begin thirty accounts in an hour, and one e-mail is mailed three times', async () => {
  const from = { 'x-forwarded-for': '10.9.9.9' }
  const body = (email: string) => ({ firstname: 'N', lastname: 'F', email, password: PASSWORD })
  const same = []
  for (let count = 0; count < 4; count++)
    same.push(await nobody().call(register, { body: body('bomb@mill.example'), headers: from }))
  expect(same.map((one) => one.http)).toEqual([200, 200, 200, 429])
  const many = []
  for (let count = 0; count < 28; count++)
    many.push((await nobody().call(register, { body: body(`n${count}@mill.example`), headers: from })).http)
  expect(many.filter((http) => http === 429).length).toBeGreaterThan(0)
})

test('nothing of a begun account is in the database in clear but what a person typed as their name', async () => {
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
