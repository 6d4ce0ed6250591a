import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { beginBroadcast } from '../../../test/kit/broadcast-texts.ts'
import { systemScope } from '../../../test/kit/scopes.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { reviewRun } from './following.ts'
import { sendingRun } from './sending-run.ts'
import { lockBroadcast } from './store/broadcasts.ts'

let t: TestApp
let scope: Scope
beforeAll(async () => {
  // Without a sender: what is queued stays queued.
  t = await testApp({ roles: 'web' })
  scope = systemScope(t.process.kernel, t.acme)
})
afterAll(() => t.close())

const sendingBroadcast = async () => {
  const { id } = await beginBroadcast(t, 2)
  const { rows } = await sql<{ id: string }>`select id from broadcast_run where broadcast_id = ${id}`.execute(scope.db)
  return { id, runId: rows[0]?.id ?? '' }
}

/** Whether a transaction of this database waits for the lock of this one. */
const isWaitedFor = async (tx: Tx) => {
  const { rows } = await sql<{ is: boolean }>`
    select exists (select from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))) as is`.execute(
    tx.db,
  )
  return rows[0]?.is === true
}

test.each([
  ['what counts the texts of a run', (tx: Tx, runId: string) => reviewRun(tx, runId)],
  [
    'what ends a run that failed',
    (tx: Tx, runId: string) => {
      const { kernel } = t.process
      const run = { id: runId, orgId: t.acme.id, kernel, scope, userId: null, member: undefined }
      return sendingRun.stop(tx, { ...run, signal: new AbortController().signal }, 'failed')
    },
  ],
])(
  'does not block a member who pauses or stops: %s waits for the broadcast before it locks the run',
  async (_, work) => {
    const { id, runId } = await sendingBroadcast()
    let working: Promise<unknown> | undefined
    // As a member who pauses or stops: first the broadcast, then its runs.
    await scope.tx(async (tx) => {
      await lockBroadcast(tx, id)
      working = scope.tx((other) => work(other, runId))
      working.catch(() => {})
      await t.until(() => isWaitedFor(tx))
      // Fails if the other transaction holds the run: then each would wait for the other.
      const { rows } = await sql`select from broadcast_run where id = ${runId} for update nowait`.execute(tx.db)
      expect(rows).toHaveLength(1)
    })
    await working
  },
)
