// What the follower of the event log writes: the outcome of each recipient and the counts of its run, together.
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import { addToTally, contactsOf, type TallyChange } from './recipients.ts'

/** Recipients changed by an update, with the state before and after. */
interface MovedRow {
  run_id: string
  before: string
  after: string
  error_code: string | null
}

/**
 * Copies the states of messages to their recipients and counts the difference. Reads the messages as they are now, so
 * that repeating an event changes nothing. Returns the runs that changed.
 */
export async function copyStates(db: Db, orgId: string, messageIds: string[]): Promise<Set<string>> {
  const moved = await sql<MovedRow>`
    update broadcast_recipient r set state = m.state, error_code = m.error_code,
      try_stopped = r.try_stopped and m.state not in ('submitting', 'unknown', 'submitted', 'sent', 'delivered'),
      sent_at = coalesce(r.sent_at, case when m.state in ('submitted', 'sent', 'delivered', 'undelivered') then coalesce(m.submit_started_at, m.at) end),
      delivered_at = case when m.state = 'delivered' then coalesce(r.delivered_at, m.settled_at, m.at) else r.delivered_at end
    from message m ${contactsOf(orgId, sql`m.contact_id`)}
    where m.org_id = ${orgId} and m.id = any(${messageIds}::uuid[]) and m.batch_id is not null and m.direction = 'out'
      and r.org_id = m.org_id and r.run_id = m.batch_id and r.contact_id = person.id and r.message_id = m.id
      and (r.state, r.error_code) is distinct from (m.state, m.error_code)
    returning r.run_id, old.state as before, new.state as after, new.error_code`.execute(db)
  const changes = moved.rows.flatMap(({ run_id: runId, before, after }): TallyChange[] => [
    { orgId, runId, key: `state:${before}`, n: -1 },
    { orgId, runId, key: `state:${after}`, n: 1 },
  ])
  await addToTally(db, changes)
  return new Set(moved.rows.map((row) => row.run_id))
}

/** Records who wrote after a text of a batch: the first time counts. Returns the runs that changed. */
export async function noteReplies(db: Db, orgId: string, messageIds: string[]): Promise<Set<string>> {
  const replied = await sql<{ run_id: string }>`
    update broadcast_recipient r set replied_at = i.at
    from (select batch_id, contact_id, min(at) as at from message
      where org_id = ${orgId} and id = any(${messageIds}::uuid[]) and batch_id is not null and direction = 'in' group by 1, 2) i
      ${contactsOf(orgId, sql`i.contact_id`)}
    where r.org_id = ${orgId} and r.run_id = i.batch_id and r.contact_id = person.id and r.replied_at is null and r.state <> 'blocked'
    returning r.run_id`.execute(db)
  return count(db, orgId, 'replied', replied.rows)
}

/** Records who opened a link of a run. */
export async function noteClicks(
  db: Db,
  orgId: string,
  { runId, contactIds, at }: { runId: string; contactIds: string[]; at: Date },
): Promise<Set<string>> {
  const clicked = await sql<{ run_id: string }>`
    update broadcast_recipient r set clicked_at = ${at}
    from unnest(${contactIds}::uuid[]) given (id) ${contactsOf(orgId, sql`given.id`)}
    where r.org_id = ${orgId} and r.run_id = ${runId} and r.contact_id = person.id and r.clicked_at is null and r.state <> 'blocked'
    returning r.run_id`.execute(db)
  return count(db, orgId, 'clicked', clicked.rows)
}

/** Records who answered the flow of a run. */
export async function noteAnswers(
  db: Db,
  orgId: string,
  { flowId, contactIds, at }: { flowId: string; contactIds: string[]; at: Date },
): Promise<Set<string>> {
  const answered = await sql<{ run_id: string }>`
    update broadcast_recipient r set answered_at = ${at}
    from broadcast_run w cross join unnest(${contactIds}::uuid[]) given (id) ${contactsOf(orgId, sql`given.id`)}
    where w.org_id = ${orgId} and w.flow_id = ${flowId} and r.org_id = w.org_id and r.run_id = w.id
      and r.contact_id = person.id and r.answered_at is null and r.state <> 'blocked' returning r.run_id`.execute(db)
  return count(db, orgId, 'answered', answered.rows)
}

/** How long after a text an opt-out counts for its broadcast, in ms. */
const OPT_OUT_WINDOW_MS = 24 * 3_600_000

/** Records who opted out within a day of a text. */
export async function noteOptOuts(
  db: Db,
  orgId: string,
  { phones, now }: { phones: string[]; now: Date },
): Promise<Set<string>> {
  const gone = await sql<{ run_id: string }>`
    update broadcast_recipient r set opted_out_at = ${now}
    from contact c join consent k on k.org_id = c.org_id and k.phone = c.phone and k.opted_out
    where c.org_id = ${orgId} and c.phone = any(${phones}::text[]) and r.org_id = c.org_id and r.contact_id in (c.id, c.merged_into)
      and r.opted_out_at is null and r.sent_at > ${new Date(now.getTime() - OPT_OUT_WINDOW_MS)}
    returning r.run_id`.execute(db)
  return count(db, orgId, 'opted_out', gone.rows)
}

async function count(db: Db, orgId: string, key: string, rows: { run_id: string }[]): Promise<Set<string>> {
  await addToTally(
    db,
    rows.map((row) => ({ orgId, runId: row.run_id, key, n: 1 })),
  )
  return new Set(rows.map((row) => row.run_id))
}

/** What the circuit breaker looks at. */
export async function breakerFigures(db: Db, runId: string): Promise<{ codes: { code: string | null; n: number }[] }> {
  const result = await sql<{ code: string | null; n: number }>`
    select error_code as code, count(*)::int as n from broadcast_recipient
    where run_id = ${runId} and state in ('undelivered', 'failed') group by 1`.execute(db)
  return { codes: result.rows }
}
