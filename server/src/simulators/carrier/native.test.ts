import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lookUp, nativeLine, setFaults, startSimulator, startWorld, submit, until, contactPhone } from './test-world.ts'
import type { Received, World } from './test-world.ts'

let world: World
beforeEach(async () => {
  world = await startWorld()
})
afterEach(() => world.close())

const statuses = (): string[] => world.receiver.received.map((request) => JSON.parse(request.rawBody).status)
const countOf = (status: string): number => statuses().filter((item) => item === status).length

function isSigned({ headers, rawBody }: Received): boolean {
  const [, seconds, mac] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-carrier-signature'])) ?? []
  return mac === createHmac('sha256', 'secret-1').update(`${seconds}.${rawBody}`).digest('hex')
}

describe('a submission', () => {
  it('is accepted with its segments, found by look-up at once, and reported by signed callbacks', async () => {
    const answer = await submit(world, 'ref-1', { body: 'á'.repeat(71) })
    expect(answer.status).toBe(202)
    expect(answer.body).toEqual({ id: expect.stringMatching(/^txt_[0-9a-f]{32}$/), segments: 2 })
    expect(await lookUp(world, ['ref-1', 'absent'])).toEqual({
      'ref-1': { id: answer.body.id, status: expect.any(String) },
    })

    await until(() => countOf('delivered') === 1)
    expect(statuses()).toEqual(['sent', 'delivered'])
    expect(world.receiver.received.every(isSigned)).toBe(true)
    expect(JSON.parse(world.receiver.received[0]?.rawBody ?? '')).toEqual({
      ...{ type: 'status', id: answer.body.id, reference: 'ref-1', from: nativeLine, to: contactPhone, status: 'sent' },
      at: expect.stringMatching(/Z$/),
    })
  })

  it('repeats its callback until it is answered 2xx', async () => {
    world.receiver.failNext(1)
    await submit(world, 'ref-1')
    await until(() => countOf('sent') === 2)
  })

  it.each([
    ['a bad key', {}, 401, 20003],
    ['a number that is none', { to: 'Maria' }, 400, 21211],
    ['an unknown line', { from: '+15559999999' }, 400, 21606],
    ['an empty body', { body: ' ' }, 400, 21602],
    ['a body that is too long', { body: 'x'.repeat(1601) }, 400, 21617],
    ['a body that is no text', { body: 7 }, 400, 20001],
    ['no reference', { reference: undefined }, 400, 20001],
    ['a callback URL that is none', { callbackUrl: 'file:///etc' }, 400, 21609],
  ])('rejects a call with %s', async (description, changes, status, code) => {
    const key = description === 'a bad key' ? 'other' : 'key-1'
    const text = { reference: 'r', from: nativeLine, to: contactPhone, body: 'Hi', ...changes }
    const answer = await world.simulator.call('POST', '/v1/texts', text, { authorization: `Bearer ${key}` })
    expect([answer.status, answer.body.code]).toEqual([status, code])
  })

  it('is refused when it is not JSON', async () => {
    const headers = { 'content-type': 'application/json', authorization: 'Bearer key-1' }
    const answer = await fetch(`${world.simulator.url}/v1/texts`, { method: 'POST', body: '{"a', headers })
    expect(answer.status).toBe(400)
  })
})

describe('a handset fault', () => {
  it.each([
    ['landline', 21614],
    ['not_in_use', 21211],
    ['opted_out', 21610],
  ] as const)('%s refuses the text on submit', async (delivery, code) => {
    await setFaults(world, { delivery })
    const answer = await submit(world, 'ref-1')
    expect([answer.status, answer.body.code]).toEqual([400, code])
    expect(await lookUp(world, ['ref-1'])).toEqual({})
  })

  it.each([
    ['filtered', 30007, ['undelivered']],
    ['no_signal', 30003, ['sent', 'undelivered']],
  ] as const)('%s leaves an accepted text undelivered', async (delivery, errorCode, expected) => {
    await setFaults(world, { delivery })
    expect((await submit(world, 'ref-1')).status).toBe(202)
    await until(() => countOf('undelivered') === 1)
    expect(statuses()).toEqual(expected)
    expect((await lookUp(world, ['ref-1']))['ref-1']).toMatchObject({ status: 'undelivered', errorCode })
  })

  it('no_signal delivers waiting texts in both directions when it is cleared', async () => {
    await world.simulator.call('PATCH', '/control/carrier', { receiptDelayMs: 900 })
    await setFaults(world, { delivery: 'no_signal' })
    await submit(world, 'ref-1')
    await world.simulator.call('POST', `/control/handsets/${contactPhone}/texts`, { to: nativeLine, body: 'Here' })
    await until(() => countOf('sent') === 1)
    await setFaults(world, { delivery: 'ok' })
    await until(() => countOf('delivered') === 1)
    await until(() => world.receiver.received.some((request) => request.path === '/inbound'))
  })

  it('slow outlasts a short validity, which ends the text', async () => {
    await world.simulator.call('PATCH', '/control/carrier', { receiptDelayMs: 900 })
    await setFaults(world, { delivery: 'slow' })
    await submit(world, 'ref-1', { validitySeconds: 1 })
    const status = await until(
      async () => (await lookUp(world, ['ref-1']))['ref-1']?.status === 'undelivered' && 'ended',
    )
    expect(status).toBe('ended')
    expect((await lookUp(world, ['ref-1']))['ref-1']).toMatchObject({ errorCode: 30036 })
  })

  it.each([
    ['doubled', ['delivered', 'delivered', 'sent', 'sent']],
    ['shuffled', ['delivered', 'sent']],
    ['lost', []],
  ] as const)('receipts %s', async (receipts, expected) => {
    await setFaults(world, { receipts })
    await submit(world, 'ref-1')
    await until(async () => (await lookUp(world, ['ref-1']))['ref-1']?.status === 'delivered')
    await until(() => statuses().length >= expected.length)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(statuses().toSorted()).toEqual(expected)
    if (receipts === 'shuffled') expect(statuses()).toEqual(['delivered', 'sent'])
  })
})

describe('a carrier-wide fault', () => {
  const setMode = (mode: string): Promise<unknown> => world.simulator.call('PATCH', '/control/carrier', { mode })

  it('outage answers 503 and accepts nothing; busy answers 429 with Retry-After', async () => {
    await setMode('outage')
    expect((await submit(world, 'ref-1')).status).toBe(503)
    await setMode('busy429')
    const busy = await submit(world, 'ref-2')
    expect([busy.status, busy.headers.get('retry-after')]).toEqual([429, '2'])
    await setMode('ok')
    expect(await lookUp(world, ['ref-1', 'ref-2'])).toEqual({})
  })

  it('an outage after accepting answers 503, and a look-up finds the text', async () => {
    await world.simulator.call('PATCH', '/control/carrier', { mode: 'outage', outageAfterAccept: true })
    expect((await submit(world, 'ref-1')).status).toBe(503)
    await setMode('ok')
    expect(await lookUp(world, ['ref-1'])).toHaveProperty('ref-1')
  })

  it('accept_then_drop breaks the connection, and a look-up finds the text', async () => {
    await setMode('accept_then_drop')
    await expect(submit(world, 'ref-1')).rejects.toThrow('fetch failed')
    expect(await lookUp(world, ['ref-1'])).toHaveProperty('ref-1')
  })

  it('hang accepts and never answers, and does not keep the simulator from stopping', async () => {
    await setMode('hang')
    const answer = submit(world, 'ref-1').catch(() => 'cut off')
    await until(async () => 'ref-1' in (await lookUp(world, ['ref-1'])))
    await world.simulator.stop()
    expect(await answer).toBe('cut off')
    world.simulator = await startSimulator(world.dir)
  })
})

it('keeps references, lines, handsets and their texts across a restart', async () => {
  await setFaults(world, { delivery: 'ok', receipts: 'lost' })
  const { body } = await submit(world, 'ref-1')
  await until(async () => (await lookUp(world, ['ref-1']))['ref-1']?.status === 'delivered')
  await world.simulator.stop()
  world.simulator = await startSimulator(world.dir)

  expect(await lookUp(world, ['ref-1'])).toEqual({ 'ref-1': { id: body.id, status: 'delivered' } })
  const { handset, texts } = (await world.simulator.call('GET', `/control/handsets/${contactPhone}`)).body
  expect(handset).toMatchObject({ name: 'Maria Lopez', faults: { delivery: 'ok', receipts: 'lost' }, unread: 1 })
  expect(texts).toMatchObject([{ id: body.id, direction: 'in', body: 'Shift moved to 6 am', state: 'delivered' }])
})

it('has everything it accepted on disk when it is killed', async () => {
  await world.simulator.stop()
  const first = await startStandalone(world.dir)
  const headers = { 'content-type': 'application/json', authorization: 'Bearer key-1' }
  const text = { from: nativeLine, to: contactPhone, body: 'Hi' }
  const texts = Array.from({ length: 40 }, (_, n) => JSON.stringify({ ...text, reference: `ref-${n}` }))
  const answers = await Promise.all(
    texts.map((body) => fetch(`${first.url}/v1/texts`, { method: 'POST', headers, body })),
  )
  expect(answers.every((answer) => answer.status === 202)).toBe(true)
  first.child.kill('SIGKILL')
  world.simulator = await startSimulator(world.dir)
  const references = texts.map((_, n) => `ref-${n}`)
  expect(Object.keys(await lookUp(world, references))).toHaveLength(40)
})

async function startStandalone(dir: string): Promise<{ url: string; child: ChildProcess }> {
  const program = join(import.meta.dirname, '../../main/carrier-simulator.ts')
  const env = { ...process.env, SIM_PORT: '0', SIM_DIR: dir }
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const output = await new Promise<string>((resolve) => child.stdout.once('data', (chunk) => resolve(String(chunk))))
  return { child, url: output.trim().replace('Carrier simulator at ', '') }
}
