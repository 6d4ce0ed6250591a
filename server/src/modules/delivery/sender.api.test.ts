import { sendMessage } from '@crewline/contract/messages'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setTimeout as wait } from 'node:timers/promises'
import { systemScope } from '../../../test/kit/scopes.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { makeLog } from '../../kernel/log.ts'
import { carriersOf } from '../carriers/index.ts'
import { LANE, outgoingChunks, queue } from '../messages/index.ts'

let t: TestApp
const logged: Record<string, unknown>[] = []
beforeAll(async () => {
  const log = makeLog('error', { write: (line) => logged.push(JSON.parse(line) as Record<string, unknown>) })
  t = await testApp({ log })
})
afterAll(() => t.close())

const textTo = async (org: TestApp['acme'], body: string) =>
  (await t.as(org.ann).call(sendMessage, { body: { contactId: org.bob.id, body } })).body.message.id

const stateOf = async (org: TestApp['acme'], id: string) => {
  const db = t.process.kernel.database.ofOrg(org.id)
  const { rows } = await sql<{ state: string }>`select state from message where id = ${id}`.execute(db)
  return rows[0]?.state
}

test('lets a line whose credentials do not open rest between attempts, without delaying other lines', async () => {
  const system = t.process.kernel.database.asSystem('tests damage credentials')
  await sql`update line set credentials = 'v1.damaged' where id = ${t.acme.line.id}`.execute(system)
  const waiting = await textTo(t.acme, 'Not yet')
  const stops = () => logged.filter((entry) => entry['line'] === t.acme.line.id)
  await t.until(async () => stops().length > 0)
  // Several wake-ups and polls of the sender, none of which may try the line again.
  for (const nth of [1, 2, 3]) {
    const other = await textTo(t.beta, `At once ${nth}`)
    await t.until(async () => (await stateOf(t.beta, other)) !== 'queued')
    await wait(1_000)
  }
  const [first, ...later] = stops()
  expect(first).toMatchObject({ msg: 'sender: a line stopped and will be restarted' })
  const restsMs = Number(first?.['retryInMs'])
  expect(restsMs).toBeGreaterThan(3_500)
  // On a busy machine the rest is over before the test. The log writes whole milliseconds.
  const endsAt = Date.parse(String(first?.['time'])) + restsMs - 5
  expect(later.filter(({ time }) => Date.parse(String(time)) < endsAt)).toEqual([])
  expect(await stateOf(t.acme, waiting)).toBe('queued')
})

test('books a message whose adapter fails as unknown and keeps sending', async () => {
  const { kernel } = t.process
  const carrier = carriersOf(kernel.config, kernel.world).get('simulated')
  if (!carrier) throw new Error('there is no simulated carrier')
  const submit = carrier.submit.bind(carrier)
  carrier.submit = () => Promise.reject(new TypeError('a bug of the adapter'))
  const failed = await textTo(t.beta, 'Fails')
  await t.until(async () => (await stateOf(t.beta, failed)) === 'unknown')
  carrier.submit = submit
  const next = await textTo(t.beta, 'Goes')
  await t.until(async () => ['submitted', 'sent', 'delivered'].includes((await stateOf(t.beta, next)) ?? ''))
  expect(logged).toContainEqual(expect.objectContaining({ msg: 'sender: a carrier adapter failed', message: failed }))
})

test('hands a text off once although two chunks of its line contain it', async () => {
  const { kernel } = t.process
  const carrier = carriersOf(kernel.config, kernel.world).get('simulated')
  if (!carrier) throw new Error('there is no simulated carrier')
  const submit = carrier.submit.bind(carrier)
  const written: string[] = []
  carrier.submit = (account, text, timeoutMs) => {
    written.push(text.reference)
    return submit(account, text, timeoutMs)
  }
  const { bob, line } = t.beta
  const [id, next] = [kernel.world.id(), kernel.world.id()]
  const base = { contactId: bob.id, lineId: line.id, from: line.phone, to: bob.phone, senderId: null, body: 'Hello' }
  await systemScope(kernel, t.beta).tx(async (tx) => {
    await queue(tx, LANE.broadcast, [{ ...base, id, kind: 'broadcast' }])
    await outgoingChunks.add(tx, LANE.broadcast, [{ id, lineId: line.id }])
    // Texts to one person leave one after the other: once this one has left, nothing of the first is on its way.
    await queue(tx, LANE.broadcast, [{ ...base, id: next, kind: 'broadcast' }])
  })
  const hasLeft = async (text: string) =>
    ['submitted', 'sent', 'delivered'].includes((await stateOf(t.beta, text)) ?? '')
  await t.until(() => hasLeft(next))
  carrier.submit = submit
  expect(written.filter((reference) => reference === id || reference === next)).toEqual([id, next])
})
