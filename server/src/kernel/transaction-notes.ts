// What a transaction writes about itself: its events, its audit entries, and the effect of a call with an idempotency key.
import { sql, type RawBuilder } from 'kysely'
import { commitmentOf, markOf } from './audit-marks.ts'
import type { JobChange } from './jobs/queues.ts'
import type { IdempotencyClaim, Tx } from './scope.ts'
import type { WakeUpChannel } from './signals.ts'

/** What the work of a transaction asked for, to be done with its commit or after it. */
export interface Written {
  events: { name: string; payload: object }[]
  wakeUps: Set<WakeUpChannel>
  changesPages: boolean
  jobs: JobChange[]
  audits: { action: string; target: string | null; detail: Record<string, unknown> }[]
}

/** Returns what is written before the commit, in the same transaction. */
export function notesOf(
  tx: Tx,
  written: Written,
  { requestId, claim }: { requestId: string; claim: IdempotencyClaim | undefined },
): RawBuilder<unknown>[] {
  return [
    ...(claim ? [sql`select mark_idempotent_call(${claim.userId}::uuid, ${claim.key}, ${claim.id}::uuid)`] : []),
    ...(written.events.length > 0 ? [insertEvents(tx, written.events)] : []),
    ...(written.audits.length > 0 ? [insertAuditEntries(tx, written.audits, requestId)] : []),
  ]
}

function insertEvents(tx: Tx, events: Written['events']): RawBuilder<unknown> {
  const names = events.map((event) => event.name)
  const payloads = events.map((event) => JSON.stringify(event.payload))
  return sql`
    insert into event_log (org_id, name, payload, at)
    select ${tx.orgId}::uuid, name, payload, ${tx.world.now()}::timestamptz
    from unnest(${names}::text[], ${payloads}::jsonb[]) with ordinality t(name, payload, n) order by n`
}

function insertAuditEntries(tx: Tx, entries: Written['audits'], requestId: string): RawBuilder<unknown> {
  const actorId = tx.actor.kind === 'member' ? tx.actor.userId : null
  // Background work for a member belongs to no session.
  const sessionId = tx.actor.kind === 'member' ? tx.actor.sessionId || null : null
  const at = tx.world.now()
  const rows = entries.map(({ action, target, detail }) => {
    const written = JSON.stringify(detail)
    const id = tx.world.id()
    const salt = tx.world.bytes(16)
    const commitment = commitmentOf(salt, JSON.parse(written))
    const marked = { orgId: tx.orgId, id, at, actorId, sessionId, action, target, requestId, commitment }
    return { id, action, target, detail: written, salt, commitment, mark: markOf(tx.fingerprint, marked) }
  })
  return sql`
    insert into audit_entry (org_id, id, at, actor_id, session_id, action, target, detail, request_id, salt, commitment, mark)
    select ${tx.orgId}::uuid, id, ${at}::timestamptz, ${actorId}::uuid, ${sessionId}::uuid, action, target, detail, ${requestId},
      salt, commitment, mark
    from unnest(
      ${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.action)}::text[], ${rows.map((row) => row.target)}::text[],
      ${rows.map((row) => row.detail)}::jsonb[], ${rows.map((row) => row.salt)}::bytea[], ${rows.map((row) => row.commitment)}::bytea[],
      ${rows.map((row) => row.mark)}::bytea[]
    ) with ordinality t(id, action, target, detail, salt, commitment, mark, n) order by n`
}
