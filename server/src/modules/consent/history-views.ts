import type { ConsentAction, ConsentEvent, ConsentMethod } from '@crewline/contract/consent'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import { isMark } from './mark-rules.ts'

/** An entry of a history with what evidence says of it; hashes are hexadecimal. */
export interface HistoryEntry {
  event: ConsentEvent
  messageId: string | null
  /** The hash of the entry before; null for the first and for entries older than the chain. */
  before: string | null
}

interface Row {
  id: string
  phone: string
  action: ConsentAction
  method: ConsentMethod
  words: string
  message_id: string | null
  firstname: string | null
  lastname: string | null
  at: Date
  hash: string | null
  before: string | null
}

/** Under what a number stands: as it is, and as its mark where a person with it was erased. */
export interface Numbered {
  phone: string
  mark: string
}

/** What was said about a number, the newest first, at most so many entries; of erased people without their words. */
export async function historyOf(db: Db, { phone, mark }: Numbered, most: number): Promise<HistoryEntry[]> {
  const found = await sql<Row>`
    select e.id, e.phone, e.action, e.method, e.words, e.message_id, p.firstname, p.lastname, e.at,
      encode(e.hash, 'hex') as hash, encode(e.prev_hash, 'hex') as before
    from consent_event e left join person p on p.id = e.person_id
    where e.phone in (${phone}, ${mark}) order by e.at desc, e.id desc limit ${most}`.execute(db)
  return found.rows.map((row) => ({
    event: {
      id: row.id,
      phone,
      action: row.action,
      method: row.method,
      words: row.words,
      isErased: isMark(row.phone),
      by: row.firstname === null ? null : `${row.firstname} ${row.lastname ?? ''}`.trim(),
      at: row.at.toISOString(),
      hash: row.hash,
    },
    messageId: row.message_id,
    before: row.before,
  }))
}

/** When somebody last agreed that this number is texted, by themselves or on paper; null where nobody ever said so. */
export async function agreedAt(db: Db, { phone, mark }: Numbered): Promise<Date | null> {
  const found = await sql<{ at: Date | null }>`
    select max(at) as at from consent_event where phone in (${phone}, ${mark}) and action in ('opt_in', 'attest')`.execute(
    db,
  )
  return found.rows[0]?.at ?? null
}
