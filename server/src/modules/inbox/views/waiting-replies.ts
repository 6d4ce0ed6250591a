import type { ReplyOf } from '@crewline/contract/endpoint'
import type { waitingReplies } from '@crewline/contract/inbox'
import { sql } from 'kysely'
import type { Row } from '../../../kernel/db/row.ts'
import { isOfStatus, isReplyTo } from './filter.ts'
import type { Reader } from './rows.ts'

/** Batches in one answer; see the contract. */
const BATCHES = 20

/**
 * Counts the open conversations that wait with a reply to a broadcast, as the reader sees them. Reads the index of
 * exactly these conversations, so that the cost is that of the replies and not of the inbox.
 */
export async function countWaitingReplies({
  db,
  userId,
}: Pick<Reader, 'db' | 'userId'>): Promise<Omit<ReplyOf<typeof waitingReplies>, 'status'>> {
  const result = await sql<{
    batchId: NonNullable<Row<'conversation', 'reply_batch_id'>['reply_batch_id']>
    count: number
  }>`
    select v.reply_batch_id as "batchId", count(*)::int as count from conversation v
    where ${isReplyTo('any')} and ${isOfStatus('open', userId)}
    group by v.reply_batch_id order by count(*) desc, v.reply_batch_id desc`.execute(db)
  return { total: result.rows.reduce((sum, { count }) => sum + count, 0), replies: result.rows.slice(0, BATCHES) }
}
