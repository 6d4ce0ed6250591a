import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { Notice } from './notice-rules.ts'
import type { Subscriber } from './views.ts'

/** What to read, and for which channel. */
export interface Reading {
  db: Db
  orgId: string
  now: Date
  channel: Subscriber
}

/** Nothing older is posted, in ms: a process that was down for a day does not fill a channel. */
const OLDEST_MS = 24 * 3_600_000
/** Notices of one kind that one pass reads. */
const MOST = 500

const READERS: Record<string, (reading: Reading) => Promise<Notice[]>> = {
  'reply.overdue': overdueReplies,
  'voicemail.left': voicemails,
  'broadcast.finished': finishedBroadcasts,
  'broadcast.problem': brokenBroadcasts,
  'broadcast.approval': pendingBroadcasts,
  'hr.attention': syncs,
  'billing.notice': billingNotices,
}

/** Returns what happened since the channel got its events, concerns it and was not recorded for it yet, oldest first. */
export async function noticesFor(reading: Reading): Promise<Notice[]> {
  const notices: Notice[] = []
  for (const event of reading.channel.events) notices.push(...((await READERS[event]?.(reading)) ?? []))
  return notices
}

const sinceOf = ({ channel, now }: Reading) => new Date(Math.max(channel.since.getTime(), now.getTime() - OLDEST_MS))

/** The condition that a contact is in the groups of a channel. */
function isAmong(
  { channel: { groupIds } }: Reading,
  contactId: RawBuilder<unknown>,
  orgId: string,
): RawBuilder<unknown> {
  if (groupIds === null) return sql`true`
  return sql`exists (
    select from group_member g where g.org_id = ${orgId} and g.group_id = any(${groupIds}::uuid[]) and g.contact_id = ${contactId})`
}

/** The condition that a notice is new to a channel: those of long ago must not fill what one pass reads. */
function isNew({ orgId, channel }: Reading, subject: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`not exists (
    select from chat_post p where p.org_id = ${orgId} and p.channel_id = ${channel.id} and p.subject = ${subject})`
}

/** Strangers are named by the end of their number, which a post does not show. */
const contactName = sql`case when c.source = 'inbound' and c.firstname = 'Unknown' then '' else trim(c.firstname || ' ' || c.lastname) end`

async function overdueReplies(reading: Reading): Promise<Notice[]> {
  const { db, orgId, now, channel } = reading
  const waitMs = channel.waitMinutes * 60_000
  const before = new Date(now.getTime() - waitMs)
  // What is posted happens when the wait ends, which may be after the channel was connected.
  const since = new Date(sinceOf(reading).getTime() - waitMs)
  const { rows } = await sql<{ contactId: string; contact: string; since: Date; text: string | null }>`
    select v.contact_id as "contactId", ${contactName} as contact, v.waiting_since as since,
      case when v.last_direction = 'in' then v.last_preview end as text
    from conversation v join contact c on c.org_id = v.org_id and c.id = v.contact_id
    where v.org_id = ${orgId} and v.waiting_since is not null and not v.archived and v.snoozed_until is null
      and v.waiting_since <= ${before} and v.waiting_since >= ${since}
      and ${isAmong(reading, sql`v.contact_id`, orgId)}
      and ${isNew(reading, sql`'overdue|' || v.contact_id || '|' || to_char(v.waiting_since at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)}
    order by v.waiting_since, v.contact_id limit ${MOST}`.execute(db)
  return rows.map(({ since, ...row }) => ({
    event: 'reply.overdue',
    ...row,
    minutes: channel.waitMinutes,
    subject: `overdue|${row.contactId}|${since.toISOString()}`,
  }))
}

async function voicemails(reading: Reading): Promise<Notice[]> {
  const { db, orgId } = reading
  const { rows } = await sql<{ id: string; contactId: string; contact: string; seconds: number }>`
    select m.id, m.contact_id as "contactId", ${contactName} as contact, m.duration_sec as seconds
    from voicemail m join contact c on c.org_id = m.org_id and c.id = m.contact_id
    where m.org_id = ${orgId} and m.deleted_at is null and m.at >= ${sinceOf(reading)}
      and ${isAmong(reading, sql`m.contact_id`, orgId)}
      and ${isNew(reading, sql`'voicemail|' || m.id`)}
    order by m.at, m.id limit ${MOST}`.execute(db)
  return rows.map(({ id, ...row }) => ({ event: 'voicemail.left', ...row, subject: `voicemail|${id}` }))
}

async function finishedBroadcasts(reading: Reading): Promise<Notice[]> {
  const { db, orgId } = reading
  const { rows } = await sql<{ runId: string; id: string; name: string; isStopped: boolean; people: number }>`
    select r.id as "runId", b.id, b.name, r.state = 'stopped' as "isStopped", (
      select coalesce(sum(t.n), 0)::int from broadcast_tally t
      where t.org_id = r.org_id and t.run_id = r.id and t.key not in ('blocked', 'cancelled', 'suppressed')) as people
    from broadcast_run r join broadcast b on b.org_id = r.org_id and b.id = r.broadcast_id
    where r.org_id = ${orgId} and r.state in ('sent', 'stopped') and r.finished_at >= ${sinceOf(reading)}
      and ${isNew(reading, sql`'finished|' || r.id`)}
    order by r.finished_at, r.id limit ${MOST}`.execute(db)
  return rows.map(({ runId, ...row }) => ({ event: 'broadcast.finished', ...row, subject: `finished|${runId}` }))
}

/** Runs that failed, were missed, or were paused by the product, which may be long after they began. */
async function brokenBroadcasts(reading: Reading): Promise<Notice[]> {
  const { db, orgId } = reading
  // A run may be paused for the same reason again.
  const subject = sql`'problem|' || r.id || '|' || case when r.state = 'paused' then concat_ws('|', r.paused_by, to_char(r.paused_at at time zone 'UTC', 'YYYYMMDDHH24MISS')) else r.state end`
  const { rows } = await sql<{ subject: string; id: string; name: string; reason: string }>`
    select ${subject} as subject, b.id, b.name, case when r.state = 'paused' then r.paused_by else r.state end as reason
    from broadcast_run r join broadcast b on b.org_id = r.org_id and b.id = r.broadcast_id
    where r.org_id = ${orgId} and greatest(r.starts_at, r.started_at, r.finished_at, case when r.state = 'paused' then r.paused_at end) >= ${sinceOf(reading)}
      and (r.state in ('failed', 'missed') or r.state = 'paused' and r.paused_by <> 'member')
      and ${isNew(reading, subject)}
    order by r.id limit ${MOST}`.execute(db)
  return rows.map((row) => ({ event: 'broadcast.problem', ...row }))
}

async function pendingBroadcasts(reading: Reading): Promise<Notice[]> {
  const { db, orgId } = reading
  const { rows } = await sql<{ id: string; name: string; version: number }>`
    select id, name, version from broadcast
    where org_id = ${orgId} and state = 'pending_approval' and archived_at is null and updated_at >= ${sinceOf(reading)}
      and ${isNew(reading, sql`'approval|' || broadcast.id || '|' || broadcast.version`)}
    order by updated_at, id limit ${MOST}`.execute(db)
  return rows.map(({ version, ...row }) => ({
    event: 'broadcast.approval',
    ...row,
    subject: `approval|${row.id}|${version}`,
  }))
}

async function syncs(reading: Reading): Promise<Notice[]> {
  const { db, orgId } = reading
  const { rows } = await sql<{ id: string; state: 'failed' | 'review'; isBraked: boolean }>`
    select id, state, brake is not null as "isBraked" from hr_sync
    where org_id = ${orgId} and state in ('failed', 'review') and created_at >= ${sinceOf(reading)}
      and ${isNew(reading, sql`'hr|' || hr_sync.id || '|' || hr_sync.state`)}
    order by created_at, id limit ${MOST}`.execute(db)
  return rows.map(({ id, state, isBraked }) => ({
    event: 'hr.attention',
    what: state === 'failed' ? 'failed' : isBraked ? 'brake' : 'review',
    subject: `hr|${id}|${state}`,
  }))
}

/** The notices that billing contacts got by email. */
async function billingNotices(reading: Reading): Promise<Notice[]> {
  const { db, orgId } = reading
  const { rows } = await sql<{ key: string }>`
    select key from billing_notice where org_id = ${orgId} and at >= ${sinceOf(reading)}
      and ${isNew(reading, sql`'billing|' || billing_notice.key`)} order by at, key limit ${MOST}`.execute(db)
  return rows.map(({ key }) => ({ event: 'billing.notice', key, subject: `billing|${key}` }))
}
