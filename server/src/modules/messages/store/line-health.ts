import { reasonFor } from '@crewline/contract/reasons'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Row } from '../../../kernel/db/row.ts'
import type { LineCounts } from '../../lines/index.ts'

/** An outbound message has a line. */
type CountRow = Row<'message', 'line_id' | 'state' | 'error_code', { line_id: string }> & { n: number }

const WAITING = new Set<string>(['queued', 'submitting'])
const NEVER_SENT = new Set<string>([
  'held',
  'scheduled',
  'cancelled',
  'suppressed',
  'expired',
  'quarantined',
  ...WAITING,
])

/**
 * Counts the outcomes of each line's messages since a moment. Ids contain the time, so one pass over the affected
 * months is enough.
 */
export async function countByLine(db: Db, since: Date): Promise<Map<string, LineCounts>> {
  const result = await sql<CountRow>`
    select line_id, state, error_code, count(*)::int as n from message
    where id >= uuid_floor(${since}) and direction = 'out' and kind = 'text'
    group by line_id, state, error_code`.execute(db)
  const counts = new Map<string, LineCounts>()
  for (const { line_id: lineId, state, error_code: code, n } of result.rows) {
    const line = counts.get(lineId) ?? { sent: 0, delivered: 0, failed: 0, filtered: 0, waiting: 0 }
    counts.set(lineId, line)
    if (WAITING.has(state)) line.waiting += n
    if (!NEVER_SENT.has(state)) line.sent += n
    if (state === 'delivered') line.delivered += n
    if (state !== 'failed' && state !== 'undelivered') continue
    line.failed += n
    if (code !== null && reasonFor(code).class === 'filtered') line.filtered += n
  }
  return counts
}
