import { buyLine, lines, releaseLine, searchNumbers } from '@crewline/contract/lines'
import { sendMessage } from '@crewline/contract/messages'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeLog } from '../../kernel/log.ts'
import { TELNYX_PUBLIC_KEY } from '../../../test/kit/hooks.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
const logged: string[] = []
beforeAll(async () => {
  t = await testApp({ carrier: 'twilio', log: makeLog('error', { write: (line) => void logged.push(line) }) })
})
afterAll(() => t.close())

const ann = () => t.as(t.acme.ann)
const TELNYX = { key: `KEY${'B'.repeat(32)}_secret`, publicKey: TELNYX_PUBLIC_KEY }
const CARRIERS = ['twilio', 'telnyx', 'simulated'] as const
const accountAt = (carrier: (typeof CARRIERS)[number]) => (carrier === 'telnyx' ? TELNYX : {})
const find = async (wish: object, carrier: (typeof CARRIERS)[number] = 'twilio') =>
  ann().call(searchNumbers, { body: { carrier, ...accountAt(carrier), ...wish } })
const newAccount = () => ({ account: `AC${'7'.repeat(32)}`, key: '8'.repeat(32) })

test.each(CARRIERS)('finds numbers by area code, digits and city at %s', async (carrier) => {
  const byArea = (await find({ areaCode: '305' }, carrier)).body.numbers
  expect(byArea.length).toBeGreaterThan(0)
  expect(byArea.every(({ phone }) => phone.startsWith('+1305'))).toBe(true)
  expect((await find({ city: 'Dallas' }, carrier)).body.numbers[0]).toMatchObject({ city: 'Dallas', region: 'TX' })
  const byDigits = (await find({ contains: '42' }, carrier)).body.numbers
  expect(byDigits.every(({ phone }) => phone.includes('42'))).toBe(true)
  expect((await find({ areaCode: '999' }, carrier)).body.numbers).toEqual([])
})

test.each(CARRIERS)('a bought number sends and receives at %s', async (carrier) => {
  const [offer] = (await find({ areaCode: '214' }, carrier)).body.numbers
  const phone = offer?.phone ?? ''
  const bought = await ann().call(buyLine, { body: { carrier, phone, label: 'Dallas', ...accountAt(carrier) } })
  expect(bought.body.line).toMatchObject({ phone, carrier, type: 'local', textsPerSecond: 1, state: 'active' })
  expect((await ann().call(lines)).body.lines.map((line) => line.phone)).toContain(phone)
  expect((await find({ areaCode: '214' }, carrier)).body.numbers.map((number) => number.phone)).not.toContain(phone)
  await t.carrier.texts(t.acme.cat.phone, `Hello ${carrier}`, phone)
  const db = t.process.kernel.database.ofOrg(t.acme.id)
  const arrived = () => sql`select from message where body = ${`Hello ${carrier}`} and phone_to = ${phone}`.execute(db)
  await t.until(async () => (await arrived()).rows.length === 1)
  const { body } = await ann().call(sendMessage, { body: { contactId: t.acme.cat.id, body: `Hi ${carrier}` } })
  expect(body.message.from).toBe(phone)
  await t.until(async () => (await t.carrier.sent()).some((text) => text.body === `Hi ${carrier}`))
  await ann().call(releaseLine, { query: { id: bought.body.line.id } })
})

test('a number that another account owns is gone', async () => {
  const [offer] = (await find({ areaCode: '404' })).body.numbers
  const phone = offer?.phone ?? ''
  const beta = t.as(t.beta.ann)
  const { body } = await beta.call(buyLine, { body: { carrier: 'twilio', phone, label: 'Beta' } })
  expect((await ann().call(buyLine, { body: { carrier: 'twilio', phone, label: 'Ours' } })).body.code).toBe(
    'phone_taken',
  )
  await beta.call(releaseLine, { query: { id: body.line.id } })
  expect((await ann().call(buyLine, { body: { carrier: 'twilio', phone, label: 'Ours' } })).body.code).toBe(
    'number_gone',
  )
  // Its owner buys it again without paying twice.
  expect((await beta.call(buyLine, { body: { carrier: 'twilio', phone, label: 'Beta' } })).http).toBe(200)
})

test('a wrong token, a trial account and an outage are told apart', async () => {
  const wrong = { account: t.acme.line.credentials.account, key: '9'.repeat(32) }
  const refused = await find(wrong)
  expect(refused.body).toMatchObject({ code: 'carrier_refused', fieldErrors: { key: expect.any(String) } })
  const [first, second] = (await find({ areaCode: '713', ...newAccount() })).body.numbers
  const buy = (phone = '') =>
    ann().call(buyLine, { body: { carrier: 'twilio', phone, label: 'Trial', ...newAccount() } })
  await t.carrier.behaves({ trialAccounts: true })
  expect((await buy(first?.phone)).http).toBe(200)
  expect((await buy(second?.phone)).body).toMatchObject({
    code: 'carrier_refused',
    fieldErrors: { phone: expect.any(String) },
  })
  await t.carrier.behaves({ trialAccounts: false, mode: 'outage' })
  expect((await find({ areaCode: '713' })).body.code).toBe('upstream')
  expect((await buy(second?.phone)).body.code).toBe('upstream')
  await t.carrier.behaves({ mode: 'ok' })
  expect(logged.filter((line) => !line.includes('did not answer about numbers for sale'))).toEqual([])
})

test('an agent cannot search or buy', async () => {
  const gus = t.as(t.acme.gus)
  expect((await gus.call(searchNumbers, { body: { carrier: 'twilio' } })).body.code).toBe('not_permitted')
  const bought = await gus.call(buyLine, { body: { carrier: 'twilio', phone: '+13125550160', label: 'Mine' } })
  expect(bought.body.code).toBe('not_permitted')
})
