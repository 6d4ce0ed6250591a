import { readBroadcast } from '@crewline/contract/broadcasts'
import { pauseBroadcast, resumeBroadcast, stopBroadcast } from '@crewline/contract/launch'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { askTwice, beginBroadcast, handOff } from '../../../test/kit/broadcast-texts.ts'
import { workOnBroadcasts } from '../../../test/kit/broadcasts.ts'
import { systemScope } from '../../../test/kit/scopes.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import type { Scope } from '../../kernel/scope.ts'
import { markSubmitting, recordReceipts } from '../messages/index.ts'
import { reconcile } from './reconcile.ts'
import { sharedStatements } from './shared-statements.ts'
import { Work } from './work.ts'

let t: TestApp
let scope: Scope
beforeAll(async () => {
  // Without a sender: the test does its part.
  t = await testApp({ roles: 'web' })
  scope = systemScope(t.process.kernel, t.acme)
})
afterAll(() => t.close())

const system = () => t.process.kernel.database.asSystem('tests change what a process would')
const read = async () => (await t.as(t.acme.ann).call(readBroadcast, { params: { id } })).body.broadcast
const call = (endpoint: typeof pauseBroadcast | typeof resumeBroadcast | typeof stopBroadcast) =>
  t.as(t.acme.ann).call(endpoint, { params: { id } })
const stateNow = async () => {
  const { state, run } = await read()
  return { state, run: run?.state }
}

let id: string
let textIds: string[]
/** Three texts, marked by a process that then died; none of them reached the carrier. */
beforeEach(async () => {
  ;({ id, textIds } = await beginBroadcast(t, 3))
  const marked = await scope.tx((tx) => markSubmitting(tx, textIds))
  if (marked.length !== 3) throw new Error(`${marked.length} of 3 texts were marked`)
  await sql`
    update message set submit_started_at = now() - interval '1 hour' where id = any(${textIds}::uuid[])`.execute(
    system(),
  )
})

/** Another process takes the line over. */
const takeOver = async (canAsk: boolean) => {
  const work = new Work(scope, t.acme.line.id, { canAsk, statements: sharedStatements(t.process.kernel, scope) })
  await work.loadDue(100)
  await work.dropFinished()
  await workOnBroadcasts(t)
}
const chunksLeft = async () =>
  (await sql`select from outgoing_chunk where message_ids && ${textIds}::uuid[]`.execute(system())).rows.length
const sendAll = async () => {
  const n = await handOff(t, textIds)
  await takeOver(true)
  return n
}

test('a broadcast is sent only when its carrier has said what became of every text, or has got it', async () => {
  await takeOver(true)
  expect(await read()).toMatchObject({
    state: 'sending',
    run: { state: 'sending' },
    counts: { unknown: 3, waiting: 0 },
  })
  await askTwice(t, reconcile)
  // Looks for runs that end before it counts that the texts have returned.
  await workOnBroadcasts(t)
  expect(await read()).toMatchObject({ state: 'sending', counts: { unknown: 0, waiting: 3 } })
  expect(await sendAll()).toBe(3)
  expect(await read()).toMatchObject({ state: 'sent', counts: { unknown: 0, waiting: 0, handedOff: 3 } })
})

test('a stop while outcomes are unknown cancels the texts that never arrived', async () => {
  await takeOver(true)
  const stopped = await call(stopBroadcast)
  expect(stopped.http).toBe(200)
  await workOnBroadcasts(t)
  await askTwice(t, reconcile)
  await workOnBroadcasts(t)
  expect(await sendAll()).toBe(0)
  expect(await read()).toMatchObject({
    state: 'stopped',
    counts: { cancelled: 3, unknown: 0, waiting: 0, handedOff: 0 },
  })
  expect(await chunksLeft()).toBe(0)
})

test('a pause while outcomes are unknown holds the texts that never arrived until the broadcast is resumed', async () => {
  await takeOver(true)
  expect((await call(pauseBroadcast)).http).toBe(200)
  await askTwice(t, reconcile)
  await workOnBroadcasts(t)
  expect(await sendAll()).toBe(0)
  expect(await read()).toMatchObject({ state: 'paused', counts: { waiting: 3 } })
  await call(resumeBroadcast)
  expect(await sendAll()).toBe(3)
  expect(await stateNow()).toEqual({ state: 'sent', run: 'sent' })
})

test('a broadcast is sent as soon as receipts say what became of the texts of unknown outcome', async () => {
  await takeOver(true)
  const receipts = textIds.map((messageId) => ({
    eventKey: `late|${messageId}`,
    lineId: t.acme.line.id,
    messageId,
    carrierId: `c-${messageId}`,
    state: 'delivered' as const,
    errorCode: null,
  }))
  await scope.tx((tx) => recordReceipts(tx, receipts))
  await workOnBroadcasts(t)
  expect(await read()).toMatchObject({ state: 'sent', counts: { delivered: 3 } })
})

test('a broadcast is sent although outcomes stay unknown where the carrier cannot be asked', async () => {
  await takeOver(false)
  expect(await read()).toMatchObject({ state: 'sent', run: { state: 'sent' }, counts: { unknown: 3 } })
})

test('a stop before another process takes the line over settles the texts that were marked, and cancels those that never arrived', async () => {
  expect((await call(stopBroadcast)).http).toBe(200)
  await workOnBroadcasts(t)
  await takeOver(true)
  expect(await read()).toMatchObject({ state: 'stopped', counts: { unknown: 3, waiting: 0 } })
  await askTwice(t, reconcile)
  await workOnBroadcasts(t)
  expect(await read()).toMatchObject({ state: 'stopped', counts: { cancelled: 3, unknown: 0, waiting: 0 } })
  expect(await chunksLeft()).toBe(0)
})

test('a stop before another process takes the line over leaves texts unknown where the carrier cannot be asked', async () => {
  await call(stopBroadcast)
  await workOnBroadcasts(t)
  await takeOver(false)
  expect(await read()).toMatchObject({ state: 'stopped', counts: { unknown: 3, waiting: 0, cancelled: 0 } })
  expect(await chunksLeft()).toBe(0)
})

test('a stop settles texts that were marked when the limit of the day had put their broadcast off', async () => {
  await sql`
    update outgoing_chunk set due_at = now() + interval '1 day' where message_ids && ${textIds}::uuid[]`.execute(
    scope.db,
  )
  await call(stopBroadcast)
  await workOnBroadcasts(t)
  await takeOver(true)
  expect(await read()).toMatchObject({ counts: { unknown: 3, waiting: 0 } })
})
