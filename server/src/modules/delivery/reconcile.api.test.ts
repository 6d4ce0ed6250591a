import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { makeContact } from '../../../test/kit/cast.ts'
import { systemScope } from '../../../test/kit/scopes.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import type { Scope } from '../../kernel/scope.ts'
import { carriersOf } from '../carriers/index.ts'
import { LANE, queue, restart, statesOf, type Waiting } from '../messages/index.ts'
import { reconcile } from './reconcile.ts'
import { sharedStatements } from './shared-statements.ts'

let t: TestApp
let scope: Scope
beforeAll(async () => {
  // Without a sender: only the test hands off and asks.
  t = await testApp({ roles: 'web' })
  scope = systemScope(t.process.kernel, t.acme)
})
afterAll(() => t.close())
afterEach(() => {
  vi.restoreAllMocks()
})

let people = 0
/** Adds a text to the queue and returns its id. */
async function queuedText(): Promise<string> {
  const { kernel } = t.process
  const to = `+1415557${String(2_000 + people++)}`
  const { id: contactId } = await makeContact(kernel, t.acme.id, `Worker${people}`, to)
  const id = kernel.world.id()
  const { id: lineId, phone: from } = t.acme.line
  const text = { id, contactId, lineId, from, to, kind: 'broadcast', senderId: null, body: 'Hello' } as const
  await scope.tx((tx) => queue(tx, LANE.broadcast, [text]))
  return id
}

/** Hands a text off, and no answer comes. */
async function handOffUnclear(id: string): Promise<void> {
  const statements = sharedStatements(t.process.kernel, scope)
  const [text] = await statements.mark([id])
  const outcome = { kind: 'unknown', why: 'no answer' } as const
  await statements.record({ text: text as Waiting, outcome, lineId: t.acme.line.id, canAsk: true })
}

/** Moves what is asked about back in time, as if the carrier had said once, long ago, that it has no such text. */
const askedLongAgo = () =>
  sql`update unknown_outcome set deadline_at = now() - interval '1 hour', ask_at = now() - interval '1 second',
    absent_once_at = now() - interval '30 minutes' where org_id = ${t.acme.id}`.execute(scope.db)

const stateOf = async (id: string) => (await statesOf(scope.db, [id]))[0]?.state

/** Lets the carrier answer that it has no text, after what happens meanwhile. */
function absentAfter(meanwhile: () => Promise<void>): void {
  const lookup = carriersOf(t.process.kernel.config, t.process.kernel.world).get('simulated')?.lookup
  if (!lookup) throw new Error('this carrier cannot be asked')
  vi.spyOn(lookup, 'find').mockImplementation(async () => {
    await meanwhile()
    return new Map()
  })
}

test('a text that its carrier does not have, twice, is sent again', async () => {
  const id = await queuedText()
  await handOffUnclear(id)
  await askedLongAgo()
  absentAfter(async () => {})
  await reconcile(t.process.kernel)
  expect(await stateOf(id)).toBe('queued')
})

test('a late answer about an earlier try does not send a text again', async () => {
  const id = await queuedText()
  await handOffUnclear(id)
  await askedLongAgo()
  // Another process got its answer first and sent the text again; the carrier took it, and its answer was lost.
  absentAfter(async () => {
    await scope.tx((tx) => restart(tx, t.acme.line.id, [id]))
    await handOffUnclear(id)
  })
  await reconcile(t.process.kernel)
  expect(await stateOf(id)).toBe('unknown')
  const { rows } = await sql<{ isFirst: boolean }>`
    select absent_once_at is null as "isFirst" from unknown_outcome where message_id = ${id}`.execute(scope.db)
  expect(rows).toEqual([{ isFirst: true }])
})

test('an answer counts from when its carrier was asked, not from when it came', async () => {
  const id = await queuedText()
  await handOffUnclear(id)
  await askedLongAgo()
  await sql`update unknown_outcome set deadline_at = now() - interval '1900 milliseconds', absent_once_at = null
    where message_id = ${id}`.execute(scope.db)
  // Two seconds after the deadline an answer counts; this one was asked for before, and is late.
  absentAfter(() => new Promise((resolve) => setTimeout(resolve, 400)))
  await reconcile(t.process.kernel)
  const { rows } = await sql<{ isFirst: boolean }>`
    select absent_once_at is null as "isFirst" from unknown_outcome where message_id = ${id}`.execute(scope.db)
  expect(rows).toEqual([{ isFirst: true }])
})
