import { buyLine, releaseLine, searchNumbers } from '@crewline/contract/lines'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TELNYX_PUBLIC_KEY } from '../../../test/kit/hooks.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { makeLog } from '../../kernel/log.ts'

let t: TestApp
const logged: string[] = []
beforeAll(async () => {
  t = await testApp({ carrier: 'telnyx', log: makeLog('error', { write: (line) => void logged.push(line) }) })
})
afterAll(() => t.close())

const ann = () => t.as(t.acme.ann)
const TELNYX = { key: `KEY${'B'.repeat(32)}_secret`, publicKey: TELNYX_PUBLIC_KEY }

test('a number of Telnyx is bought once, and its account is told what it may not', async () => {
  const buy = (phone = '', more: object = {}) =>
    ann().call(buyLine, { body: { carrier: 'telnyx', phone, label: 'Telnyx', ...TELNYX, ...more } })
  const [first, second] = (await ann().call(searchNumbers, { body: { carrier: 'telnyx', areaCode: '602', ...TELNYX } }))
    .body.numbers
  await t.carrier.behaves({ mode: 'outage' })
  expect((await buy(first?.phone)).body.code).toBe('upstream')
  await t.carrier.behaves({ mode: 'ok' })
  const { line } = (await buy(first?.phone)).body
  expect(line).toMatchObject({ carrier: 'telnyx', voiceUrl: null })
  await ann().call(releaseLine, { query: { id: line.id } })
  // The account owns the number, so it is only connected to the new line.
  const again = (await buy(first?.phone)).body.line
  await t.carrier.texts(t.acme.cat.phone, 'To the new line', first?.phone)
  const db = t.process.kernel.database.ofOrg(t.acme.id)
  const arrived = () => sql`select from message where body = 'To the new line' and line_id = ${again.id}`.execute(db)
  await t.until(async () => (await arrived()).rows.length === 1)
  const other = { ...TELNYX, key: `KEY${'C'.repeat(32)}_secret` }
  expect((await buy(first?.phone, other)).body.code).toBe('phone_taken')
  await ann().call(releaseLine, { query: { id: again.id } })
  expect((await buy(first?.phone, other)).body.code).toBe('number_gone')
  await t.carrier.behaves({ trialAccounts: true })
  expect((await buy(second?.phone)).body).toMatchObject({
    code: 'carrier_refused',
    fieldErrors: { phone: expect.stringContaining('balance and verification') },
  })
  await t.carrier.behaves({ trialAccounts: false })
  expect((await buy(second?.phone, { key: `KEY${'B'.repeat(32)}_wrong` })).body).toMatchObject({
    code: 'carrier_refused',
    fieldErrors: { key: expect.any(String) },
  })
  expect(logged.filter((line) => !line.includes('did not answer about numbers for sale'))).toEqual([])
})
