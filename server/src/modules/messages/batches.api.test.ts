import { retryMessage } from '@crewline/contract/messages'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { makeScope, type Scope } from '../../kernel/scope.ts'
import { LANE, markSubmitting, queue, recordOutcomes, restart, type Outcome, textBatches } from './index.ts'

let t: TestApp
let scope: Scope
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
  const org = { id: t.acme.id, country: 'US', timezone: 'America/Chicago', status: 'active' as const }
  scope = makeScope(t.process.kernel, org, { kind: 'system', reason: 'test' }, 'test')
})
afterAll(() => t.close())

let id: string
const stateNow = async () => {
  const { rows } = await sql<{ state: string }>`select state from message where id = ${id}`.execute(scope.db)
  return rows[0]?.state
}
const chunks = async () => (await sql`select from outgoing_chunk`.execute(scope.db)).rows.length
const finish = (outcome: Pick<Outcome, 'state' | 'errorCode'>) =>
  scope.tx((tx) => recordOutcomes(tx, [{ id, attempt: 1, carrierId: null, ...outcome }]))

/** A text of a batch that is stopped while the text is with the carrier. */
beforeEach(async () => {
  id = t.process.kernel.world.id()
  const batchId = t.process.kernel.world.id()
  const { bob, line } = t.acme
  const text = { id, contactId: bob.id, lineId: line.id, from: line.phone, to: bob.phone, body: 'Hello', batchId }
  await scope.tx(async (tx) => {
    await textBatches.add(tx, batchId)
    await queue(tx, LANE.broadcast, [{ ...text, kind: 'broadcast', senderId: null }])
  })
  await scope.tx((tx) => markSubmitting(tx, [id]))
  await scope.tx((tx) => textBatches.setState(tx, batchId, 'stopped'))
})

test('cancels a text of a stopped batch that its carrier did not take', async () => {
  await finish({ state: 'queued', errorCode: null })
  expect(await stateNow()).toBe('cancelled')
  expect(await chunks()).toBe(0)
})

test('cancels a text of a stopped batch of which the carrier says later that it never had it', async () => {
  await finish({ state: 'unknown', errorCode: null })
  await scope.tx((tx) => restart(tx, t.acme.line.id, [id]))
  expect(await stateNow()).toBe('cancelled')
})

test('does not retry a text of a stopped batch', async () => {
  await finish({ state: 'failed', errorCode: '30003' })
  expect(await stateNow()).toBe('failed')
})

test('hands over a text of a stopped batch that a member sends again, and tries it again after a failure', async () => {
  await finish({ state: 'failed', errorCode: '30003' })
  const again = await t.as(t.acme.ann).call(retryMessage, { params: { id } })
  expect(again.http).toBe(200)
  expect(await scope.tx((tx) => markSubmitting(tx, [id]))).toHaveLength(1)
  await scope.tx((tx) => recordOutcomes(tx, [{ id, attempt: 2, state: 'queued', carrierId: null, errorCode: null }]))
  expect(await stateNow()).toBe('queued')
  expect(await scope.tx((tx) => markSubmitting(tx, [id]))).toHaveLength(1)
  await scope.tx((tx) => recordOutcomes(tx, [{ id, attempt: 2, state: 'failed', carrierId: null, errorCode: '30001' }]))
  expect(await stateNow()).toBe('scheduled')
})

test('keeps what a carrier accepted of a stopped batch', async () => {
  await finish({ state: 'submitted', errorCode: null })
  expect(await stateNow()).toBe('submitted')
})
