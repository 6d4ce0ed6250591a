import { buyLine, releaseLine, searchNumbers } from '@crewline/contract/lines'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TELNYX_PUBLIC_KEY } from '../../../test/kit/hooks.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { boughtLines } from './store.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ carrier: 'twilio' })
})
afterAll(() => t.close())

const ACCOUNTS = { twilio: {}, telnyx: { key: `KEY${'B'.repeat(32)}_secret`, publicKey: TELNYX_PUBLIC_KEY } }

test.each(['twilio', 'telnyx'] as const)(
  'a number that the account owned already does not count as bought here at %s',
  async (carrier) => {
    const ann = t.as(t.acme.ann)
    const at = { carrier, ...ACCOUNTS[carrier] }
    const [offer] = (await ann.call(searchNumbers, { body: { areaCode: '602', ...at } })).body.numbers
    const phone = offer?.phone ?? ''
    const buy = async () => (await ann.call(buyLine, { body: { phone, label: 'Ours', ...at } })).body.line
    const { database, encryption } = t.process.kernel
    const boughtHere = async () => (await boughtLines(database.ofOrg(t.acme.id), encryption)).map((line) => line.phone)

    const bought = await buy()
    expect(await boughtHere()).toEqual([phone])
    // Released here, the number stays in the account, so that a second purchase only connects it.
    await ann.call(releaseLine, { query: { id: bought.id } })
    const owned = await buy()
    expect(owned).toMatchObject({ phone, state: 'active' })
    expect(await boughtHere()).toEqual([])
    await ann.call(releaseLine, { query: { id: owned.id } })
  },
)
