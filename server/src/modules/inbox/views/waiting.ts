import type { ReplyOf } from '@crewline/contract/endpoint'
import type { waitingQueue } from '@crewline/contract/shift-notes'
import { sql } from 'kysely'
import { isOfStatus, isReplyTo } from './filter.ts'
import type { Reader } from './rows.ts'

/** Waiting conversations are counted up to this number. */
const COUNTED = 1000

/** The waiting queue of a member, without the shift note. */
type WaitingQueue = Omit<ReplyOf<typeof waitingQueue>, 'status' | 'shiftNote'>

/**
 * Reads the waiting queue as the reader sees it. Each part is a range of the index of waiting conversations, so that the
 * cost does not grow with those that wait beyond the counted ones.
 */
export async function readWaitingQueue(
  { db, userId }: Pick<Reader, 'db' | 'userId'>,
  repliesTo?: string,
): Promise<WaitingQueue> {
  const isWaiting = sql`${isOfStatus('unanswered', userId)} and ${repliesTo === undefined ? sql`true` : isReplyTo(repliesTo)}`
  const isForReader = sql`(v.assignee_id is null or v.assignee_id = ${userId})`
  const firstTwo = (isFirst: boolean) => sql`
    (select v.contact_id, v.waiting_since, ${isFirst ? 0 : 1} as rank from conversation v
      where ${isWaiting} and ${isFirst ? isForReader : sql`not ${isForReader}`} order by v.waiting_since, v.contact_id limit 2)`
  const result = await sql<{ count: number; mine: number; since: Date | null; nextIds: string[] }>`
    with counted as (select v.assignee_id, v.waiting_since from conversation v where ${isWaiting} order by v.waiting_since, v.contact_id limit ${COUNTED}),
      upcoming as (select * from (${firstTwo(true)} union all ${firstTwo(false)}) n order by n.rank, n.waiting_since, n.contact_id limit 2)
    select (select count(*)::int from counted) as count,
      (select count(*)::int from counted where assignee_id = ${userId}) as mine,
      (select min(waiting_since) from counted) as since,
      array(select u.contact_id from upcoming u order by u.rank, u.waiting_since, u.contact_id) as "nextIds"`.execute(
    db,
  )
  const row = result.rows[0]
  return {
    count: row?.count ?? 0,
    mine: row?.mine ?? 0,
    waitingSince: row?.since?.toISOString() ?? null,
    nextIds: row?.nextIds ?? [],
  }
}
