import {
  MESSAGE_STATES,
  nextState,
  RANK,
  RECEIPT_STATES,
  statesBefore,
  type MessageEvent,
  type MessageState,
} from '@crewline/contract/message-states'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemScope } from '../../../test/kit/scopes.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { markSubmitting, recordOutcomes, recordReceipts, restart, type Outcome } from './index.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

const scope = () => systemScope(t.process.kernel, t.acme)
const db = () => t.process.kernel.database.ofOrg(t.acme.id)

/** Writes one outgoing message in each of these states; a waiting one is due. */
async function writeMessages(states: readonly MessageState[]): Promise<Map<MessageState, string>> {
  const ids = new Map(states.map((state) => [state, t.process.kernel.world.id()]))
  for (const [state, id] of ids) {
    const isDue = state === 'held' || state === 'scheduled'
    await sql`
      insert into message (org_id, id, contact_id, direction, kind, body, encoding, segments, line_id, phone_from, phone_to, state, at,
                           due_at, hold_reason, attempts, submit_started_at)
      values (${t.acme.id}, ${id}, ${t.acme.bob.id}, 'out', 'text', ${state}, 'GSM-7', 1, ${t.acme.line.id}, ${t.acme.line.phone},
              ${t.acme.bob.phone}, ${state}, now(), ${isDue ? new Date() : null}, ${isDue ? 'undo' : null}, 1,
              ${state === 'submitting' ? new Date() : null})`.execute(db())
  }
  return ids
}

async function statesNow(ids: Map<MessageState, string>): Promise<Record<string, MessageState>> {
  const { rows } = await sql<{ id: string; state: MessageState }>`
    select id, state from message where id = any(${[...ids.values()]}::uuid[])`.execute(db())
  const stateById = new Map(rows.map((row) => [row.id, row.state]))
  return Object.fromEntries([...ids].map(([was, id]) => [was, stateById.get(id) as MessageState]))
}

/** What the state machine says about an event in each of these states. */
const expected = (states: readonly MessageState[], event: MessageEvent) =>
  Object.fromEntries(states.map((state) => [state, nextState(state, event)]))

/** Notes and inbound messages are never handed off, so neither outcomes nor receipts name them. */
const OUTGOING = MESSAGE_STATES.filter((state) => state !== 'received' && state !== 'noted')

describe('the SQL of message states equals the state machine', () => {
  test('in the ranks', async () => {
    const { rows } = await sql<{ state: MessageState; rank: number }>`
      select state, message_rank(state) as rank from unnest(${[...MESSAGE_STATES]}::text[]) state`.execute(db())
    expect(Object.fromEntries(rows.map((row) => [row.state, row.rank]))).toEqual(RANK)
  })

  test.each(RECEIPT_STATES)('in what a receipt changes: %s', async (state) => {
    const ids = await writeMessages(OUTGOING)
    const receipts = [...ids.values()].map((messageId) => ({
      ...{ eventKey: `${state}|${messageId}`, lineId: t.acme.line.id, messageId, carrierId: `carrier-${messageId}` },
      ...{ state, errorCode: null },
    }))
    await scope().tx((tx) => recordReceipts(tx, receipts))
    expect(await statesNow(ids)).toEqual(expected(OUTGOING, `receipt ${state}`))
  })

  const outcomes: [Outcome['state'], MessageEvent][] = [
    ['submitted', 'accepted'],
    ['failed', 'refused'],
    ['queued', 'not accepted'],
    ['unknown', 'no answer'],
  ]
  test.each(outcomes)('in what the outcome of a hand-off changes: %s', async (state, event) => {
    const ids = await writeMessages(OUTGOING)
    const written = [...ids.values()].map((id) => ({
      ...{ id, attempt: 1, state, errorCode: null },
      carrierId: state === 'submitted' ? `carrier-${id}` : null,
    }))
    await scope().tx((tx) => recordOutcomes(tx, written))
    expect(await statesNow(ids)).toEqual(expected(OUTGOING, event))
  })

  test('in what a late acceptance changes: nothing when another attempt or an earlier message is meant', async () => {
    const ids = await writeMessages(['queued'])
    const id = ids.get('queued') ?? ''
    const accept = (attempt: number) =>
      scope().tx((tx) =>
        recordOutcomes(tx, [{ id, attempt, state: 'submitted', errorCode: null, carrierId: `carrier-${id}` }]),
      )
    await sql`update message set carrier_id = 'earlier' where id = ${id}`.execute(db())
    await accept(1)
    expect(await statesNow(ids)).toEqual({ queued: 'queued' })
    await sql`update message set carrier_id = null, attempts = 2, retries = 1 where id = ${id}`.execute(db())
    await accept(1)
    expect(await statesNow(ids)).toEqual({ queued: 'queued' })
    await accept(2)
    expect(await statesNow(ids)).toEqual({ queued: 'submitted' })
    expect(await scope().tx((tx) => markSubmitting(tx, [id]))).toEqual([])
  })

  test('in what can be handed off', async () => {
    const ids = await writeMessages(OUTGOING)
    const going = await scope().tx((tx) => markSubmitting(tx, [...ids.values()]))
    expect(going.map((message) => message.body).sort()).toEqual(statesBefore('submit').sort())
    expect(await statesNow(ids)).toEqual(expected(OUTGOING, 'submit'))
  })

  test('in what waits again when a carrier never had it', async () => {
    const ids = await writeMessages(OUTGOING)
    await scope().tx((tx) => restart(tx, t.acme.line.id, [...ids.values()]))
    expect(await statesNow(ids)).toEqual(expected(OUTGOING, 'never arrived'))
  })
})
