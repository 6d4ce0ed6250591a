// The texts of a broadcast in tests that run no sender: the test hands them off and reports what became of them.
import { sql } from 'kysely'
import { markSubmitting, recordOutcomes, recordReceipts } from '../../src/modules/messages/index.ts'
import { draft, endCountdowns, hire, launch, workOnBroadcasts } from './broadcasts.ts'
import { systemScope } from './scopes.ts'
import type { TestApp } from './test-app.ts'

const scopeOf = (t: TestApp) => systemScope(t.process.kernel, t.acme)

/** Sends a broadcast to this many new people; their texts are in the queue, or wait for what the draft says. */
export async function beginBroadcast(t: TestApp, people: number, more: Parameters<typeof draft>[2] = {}) {
  const crew = await hire(t, people)
  const broadcast = await draft(
    t,
    crew.map((contact) => contact.id),
    more,
  )
  await launch(t, broadcast)
  const { db } = scopeOf(t)
  await sql`update broadcast set next_at = now() - interval '1 minute' where id = ${broadcast.id} and next_at is not null`.execute(
    db,
  )
  await workOnBroadcasts(t)
  await endCountdowns(t)
  await workOnBroadcasts(t)
  return { id: broadcast.id, crew, textIds: await textsOf(t, broadcast.id) }
}

/** Returns the texts of a broadcast, those of earlier dates first. */
export async function textsOf(t: TestApp, broadcastId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select m.id from message m join broadcast_run r on r.id = m.batch_id where r.broadcast_id = ${broadcastId}
    order by r.planned_at, m.id`.execute(scopeOf(t).db)
  return rows.map((row) => row.id)
}

/** The name that the carrier of these tests gives to a try of a text. */
const carrierIdOf = (textId: string, attempt: number) => `${textId}-${attempt}`

/** Hands off those of these texts that may leave: the carrier takes them, or refuses all with this code. Returns how many. */
export async function handOff(t: TestApp, textIds: string[], errorCode: string | null = null): Promise<number> {
  const scope = scopeOf(t)
  const marked = await scope.tx((tx) => markSubmitting(tx, textIds))
  const outcomes = marked.map(({ id, attempt }) => ({
    id,
    attempt,
    state: errorCode ? ('failed' as const) : ('submitted' as const),
    carrierId: errorCode ? null : carrierIdOf(id, attempt),
    errorCode,
  }))
  await scope.tx((tx) => recordOutcomes(tx, outcomes))
  return marked.length
}

/** The carrier reports what became of a try of a text: it arrived, or the phone was off. */
export async function report(
  t: TestApp,
  textId: string,
  state: 'undelivered' | 'delivered',
  attempt = 1,
): Promise<void> {
  const receipt = {
    eventKey: `${textId}|${attempt}|${state}`,
    lineId: t.acme.line.id,
    messageId: textId,
    carrierId: carrierIdOf(textId, attempt),
    state,
    errorCode: state === 'undelivered' ? '30003' : null,
  }
  await scopeOf(t).tx((tx) => recordReceipts(tx, [receipt]))
}

/** Returns the state of a text. */
export async function stateOf(t: TestApp, textId: string): Promise<string | undefined> {
  const { rows } = await sql<{ state: string }>`select state from message where id = ${textId}`.execute(scopeOf(t).db)
  return rows[0]?.state
}

/** The carrier is asked twice about texts of unknown outcome, far enough apart, and says that it never got them. */
export async function askTwice(t: TestApp, reconcile: (kernel: TestApp['process']['kernel']) => Promise<unknown>) {
  for (const _ of ['once', 'again']) {
    await sql`
      update unknown_outcome set ask_at = now() - interval '1 second', deadline_at = now() - interval '1 hour',
        absent_once_at = absent_once_at - interval '1 hour' where org_id = ${t.acme.id}`.execute(scopeOf(t).db)
    await reconcile(t.process.kernel)
  }
}
