import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { lookUp, nativeLine, startSimulator, startWorld, submit, until, contactPhone } from './test-world.ts'
import type { World } from './test-world.ts'

let world: World
beforeEach(async () => {
  world = await startWorld()
})
afterEach(() => world.close())

it('sends a typed text to the line that texted last, and marks it delivered when the line answered', async () => {
  await submit(world, 'ref-1')
  const { body } = await world.simulator.call('POST', `/control/handsets/${contactPhone}/texts`, {
    body: 'Sí, gracias 👍',
  })
  const inbound = await until(() => world.receiver.received.find((request) => request.path === '/inbound'))
  expect(JSON.parse(inbound.rawBody)).toEqual({
    ...{ type: 'inbound', id: body.text.id, from: contactPhone, to: nativeLine, body: 'Sí, gracias 👍' },
    at: body.text.at,
  })
  await until(async () => {
    const { texts } = (await world.simulator.call('GET', `/control/handsets/${contactPhone}`)).body
    return texts.at(-1)?.state === 'delivered'
  })
})

it('fails a text to a number that is no line, and asks for the line when none has texted', async () => {
  const unclear = await world.simulator.call('POST', `/control/handsets/${contactPhone}/texts`, { body: 'Hi' })
  expect([unclear.status, unclear.body.field]).toEqual([400, 'to'])
  await world.simulator.call('POST', `/control/handsets/${contactPhone}/texts`, { to: '+15557777777', body: 'Hi' })
  const { texts } = (await world.simulator.call('GET', `/control/handsets/${contactPhone}`)).body
  expect(texts[0]?.state).toBe('failed')
})

it('lists handsets by their last text, finds them by name or number, and counts unread texts', async () => {
  for (const [phone, name] of [
    ['+15550101111', 'Maria Lopez'],
    ['+15550102222', 'Tom Okafor'],
    ['+15550103333', 'Li Wei'],
  ]) {
    await world.simulator.call('PUT', `/control/handsets/${phone}`, { name, about: 'Night shift', language: 'en' })
  }
  await submit(world, 'ref-1', { to: '+15550102222' })
  const names = async (search: string): Promise<string[]> => {
    const { handsets } = (await world.simulator.call('GET', `/control/handsets${search}`)).body
    return handsets.map((handset) => handset.name)
  }
  expect(await names('?limit=1')).toEqual(['Tom Okafor'])
  expect(await names('?q=lopez')).toEqual(['Maria Lopez'])
  expect(await names('?q=3333')).toEqual(['Li Wei'])
  expect(await names('?phones=+15550103333,%2B15550101111')).toEqual(['Li Wei', 'Maria Lopez'])

  const unread = async (): Promise<number> =>
    (await world.simulator.call('GET', '/control/handsets/+15550102222')).body.handset.unread
  await until(async () => (await unread()) === 1)
  await world.simulator.call('POST', '/control/handsets/+15550102222/read')
  expect(await unread()).toBe(0)
})

it('sends open pages the events of the phones they watch', async () => {
  const stop = new AbortController()
  const answer = await fetch(`${world.simulator.url}/control/events?phones=${encodeURIComponent(contactPhone)}`, {
    signal: stop.signal,
  })
  let received = ''
  const listening = (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of answer.body ?? []) received += decoder.decode(chunk)
  })().catch(() => undefined)
  await submit(world, 'other', { to: '+15550109999', body: 'Elsewhere' })
  await submit(world, 'ref-1')
  await world.simulator.call('PATCH', '/control/carrier', { mode: 'busy429' })
  await until(() => received.includes('"state":"delivered"') && received.includes('"type":"carrier"'))
  expect(received).toContain('"type":"text"')
  expect(received).not.toContain('Elsewhere')
  stop.abort()
  await listening
})

it('returns the ledger from a given entry, without a line torn by a crash', async () => {
  await submit(world, 'ref-1')
  await submit(world, 'ref-2', { body: 'A line\u2028with odd breaks\n' })
  await world.simulator.stop()
  await appendFile(join(world.dir, 'ledger.jsonl'), '{"kind":"accepted","submission":{"n":3,"bo')
  world.simulator = await startSimulator(world.dir)
  await submit(world, 'ref-3')
  const answer = await fetch(`${world.simulator.url}/control/ledger?since=1`)
  const lines = (await answer.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines.map(({ n, reference }) => [n, reference])).toEqual([
    [2, 'ref-2'],
    [3, 'ref-3'],
  ])
  expect(Object.keys(await lookUp(world, ['ref-1', 'ref-2', 'ref-3']))).toHaveLength(3)
})

it.each([
  ['PUT', '/control/numbers/555', { account: 'a' }],
  ['PUT', '/control/numbers/+15550100009', { account: 'a', key: 'k', secret: 's', inboundUrl: 'ftp://x' }],
  ['PUT', '/control/handsets/+15550100009', { name: '' }],
  ['PUT', '/control/handsets/+15550100009', []],
  ['PATCH', '/control/carrier', { mode: 'broken' }],
  ['PATCH', '/control/carrier', { latencyMs: -1 }],
  ['POST', '/control/handsets/+15550100009/texts', { body: '' }],
])('refuses %s %s with %j', async (method, path, body) => {
  expect((await world.simulator.call(method, path, body)).status).toBe(400)
})
