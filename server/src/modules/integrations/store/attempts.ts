import type { ChatKind, ChatProblem } from '@crewline/contract/integrations'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'

/** Another process may take over a channel this long after the last sign of life, in ms. */
const LEASE_MS = 60_000

/** A channel that this process may post to now. */
export interface LeasedChannel {
  /** Until when; it also says that the lease is still this one. */
  until: Date
  orgId: string
  id: string
  kind: ChatKind
  sealedUrl: string
  failures: number
}

/** Lists channels with a post that is due and no other process at work, except these. */
export async function dueChannels(
  system: Db,
  { now, exceptIds, most }: { now: Date; exceptIds: string[]; most: number },
): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select c.id from chat_channel c
    where c.state = 'on' and (c.leased_until is null or c.leased_until <= ${now})
      and (c.resume_at is null or c.resume_at <= ${now}) and c.id <> all(${exceptIds}::uuid[]) and exists (
        select from chat_post p where p.channel_id = c.id and p.state = 'waiting' and p.next_at <= ${now})
    limit ${most}`.execute(system)
  return result.rows.map(({ id }) => id)
}

/**
 * Takes the lease of a channel, or renews `held`; undefined when another process has it, it is off, or it rests after failures.
 * A process that stood still for longer than its lease does not go on beside the one that took over.
 */
export async function leaseChannel(
  system: Db,
  { id, now, held }: { id: string; now: Date; held?: LeasedChannel },
): Promise<LeasedChannel | undefined> {
  // Two leases never end at the same moment, so that each is known by it.
  const until = new Date(Math.max(now.getTime() + LEASE_MS, (held?.until.getTime() ?? 0) + 1))
  const isFree = held ? sql`leased_until = ${held.until}` : sql`(leased_until is null or leased_until <= ${now})`
  const result = await sql<LeasedChannel>`
    update chat_channel set leased_until = ${until}
    where id = ${id} and state = 'on' and ${isFree} and (resume_at is null or resume_at <= ${now})
    returning org_id as "orgId", id, kind, url as "sealedUrl", failures, leased_until as until`.execute(system)
  return result.rows[0]
}

/** Gives a channel back, unless another process took it over. */
export async function releaseChannel(system: Db, { id, until }: LeasedChannel): Promise<void> {
  await sql`update chat_channel set leased_until = null where id = ${id} and leased_until = ${until}`.execute(system)
}

/** A post that is due. */
export interface DuePost {
  id: string
  content: unknown
  attempts: number
}

/** Returns the oldest post of a channel that is due. */
export async function duePost(system: Db, { orgId, id }: LeasedChannel, now: Date): Promise<DuePost | undefined> {
  const result = await sql<DuePost>`
    select id, content, attempts from chat_post
    where org_id = ${orgId} and channel_id = ${id} and state = 'waiting' and next_at <= ${now}
    order by id limit 1`.execute(system)
  return result.rows[0]
}

/** One attempt and what follows from it. */
export interface RecordedAttempt {
  orgId: string
  channelId: string
  /** Where it went, sealed: it says nothing about a URL that was entered meanwhile. */
  sealedUrl: string
  at: Date
  http: number | null
  problem: ChatProblem | null
  /** When the next post of the channel may go, after a failure; never earlier than what was set before. */
  resumeAt: Date | null
  /** The post; undefined for a test. */
  post?: { id: string; state: 'posted' | 'waiting' | 'failed'; nextAt: Date }
}

/** Saves an attempt; a post that needs no other one keeps no text. Returns since when the channel fails. */
export async function recordAttempt(db: Db, attempt: RecordedAttempt): Promise<Date | null> {
  const { orgId, channelId, sealedUrl, at, http, problem, resumeAt, post } = attempt
  if (post)
    await sql`
      update chat_post set state = ${post.state}, attempts = attempts + 1, next_at = ${post.nextAt},
        content = case when ${post.state === 'waiting'} then content end
      where org_id = ${orgId} and id = ${post.id} and state = 'waiting'`.execute(db)
  const isPosted = problem === null
  const result = await sql<{ failingSince: Date | null }>`
    update chat_channel set failures = case when ${isPosted} then 0 else failures + 1 end,
      failing_since = case when ${isPosted} then null else coalesce(failing_since, ${at}) end,
      posted_at = case when ${isPosted} then ${at} else posted_at end,
      problem = ${problem}, problem_http = ${http}, problem_at = case when ${isPosted} then null else ${at}::timestamptz end,
      resume_at = case when ${isPosted} then null else greatest(resume_at, ${resumeAt}::timestamptz) end
    where org_id = ${orgId} and id = ${channelId} and url = ${sealedUrl} returning failing_since as "failingSince"`.execute(
    db,
  )
  return result.rows[0]?.failingSince ?? null
}
