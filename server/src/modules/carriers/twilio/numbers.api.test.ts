import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../../test/kit/test-app.ts'
import { carriersOf } from '../registry.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ carrier: 'twilio' })
})
afterAll(() => t.close())

const OURS = { account: `AC${'5'.repeat(32)}`, key: '6'.repeat(32), secret: '6'.repeat(32) }
const OTHERS = { account: `AC${'3'.repeat(32)}`, key: '4'.repeat(32), secret: '4'.repeat(32) }
const LONG = '+49301234567'
const SHORT = '+4930123456'

const numbers = () => {
  const { config, world } = t.process.kernel
  const sold = carriersOf(config, world).get('twilio')?.numbers
  if (!sold) throw new Error('Twilio sells numbers')
  return sold
}
async function give(account: typeof OURS, phone: string): Promise<void> {
  const answer = await fetch(`${t.carrier.url}/control/numbers/${encodeURIComponent(phone)}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ dialect: 'twilio', ...account, inboundUrl: 'https://before.test/in' }),
  })
  expect(answer.status).toBe(200)
}
const atCarrier = async () => {
  const answer = await fetch(`${t.carrier.url}/control/numbers`)
  const { numbers: known } = (await answer.json()) as { numbers: { number: string; inboundUrl: string }[] }
  return known
}

test('a longer number that begins with the given one is neither taken over nor given back', async () => {
  await give(OURS, LONG)
  await give(OTHERS, SHORT)
  const sale = { phone: SHORT, label: 'Berlin', inboundUrl: 'https://after.test/in' }
  expect(await numbers().buy(OURS, sale)).toBe('gone')
  expect(await numbers().release(OURS, SHORT)).toBe('ok')
  expect(await atCarrier()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ number: LONG, inboundUrl: 'https://before.test/in' }),
      expect.objectContaining({ number: SHORT }),
    ]),
  )
})

test('says whether a number was bought or owned already, and gives back exactly that number', async () => {
  await give(OURS, LONG)
  const sale = { phone: LONG, label: 'Berlin', inboundUrl: 'https://after.test/in' }
  expect(await numbers().buy(OURS, sale)).toBe('owned')
  expect(await numbers().buy(OURS, { ...sale, phone: '+49301234568' })).toBe('bought')
  expect(await numbers().release(OURS, LONG)).toBe('ok')
  const left = (await atCarrier()).map(({ number }) => number)
  expect(left).not.toContain(LONG)
  expect(left).toContain('+49301234568')
})
