import type { ConsentAction, ConsentEvent, ConsentMethod } from '@crewline/contract/consent'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import { isPhoneFingerprint } from './fingerprint-rules.ts'

/** A history entry with the details for evidence; hashes are hexadecimal. */
export interface HistoryEntry {
  event: ConsentEvent
  messageId: string | null
  /** The hash of the previous entry; null for the first and for entries older than the chain. */
  before: string | null
}

interface Row {
  id: string
  phone: string
  action: ConsentAction
  method: ConsentMethod
  wording: string
  message_id: string | null
  firstname: string | null
  lastname: string | null
  at: Date
  hash: string | null
  before: string | null
}

/** Keys of a number: the number itself, and its phone fingerprint where a contact with it was erased. */
export interface Numbered {
  phone: string
  fingerprint: string
}

/**
 * Returns at most `most` history entries of a number, newest first. Entries of erased contacts have no message text.
 */
export async function historyOf(db: Db, { phone, fingerprint }: Numbered, most: number): Promise<HistoryEntry[]> {
  const result = await sql<Row>`
    select e.id, e.phone, e.action, e.method, e.wording, e.message_id, p.firstname, p.lastname, e.at,
      encode(e.hash, 'hex') as hash, encode(e.prev_hash, 'hex') as before
    from consent_event e left join user_account p on p.id = e.user_id
    where e.phone in (${phone}, ${fingerprint}) order by e.at desc, e.id desc limit ${most}`.execute(db)
  return result.rows.map((row) => ({
    event: {
      id: row.id,
      phone,
      action: row.action,
      method: row.method,
      wording: row.wording,
      isErased: isPhoneFingerprint(row.phone),
      by: row.firstname === null ? null : `${row.firstname} ${row.lastname ?? ''}`.trim(),
      at: row.at.toISOString(),
      hash: row.hash,
    },
    messageId: row.message_id,
    before: row.before,
  }))
}

/** Returns when consent for this number was last given, directly or on paper, or null when it never was. */
export async function agreedAt(db: Db, { phone, fingerprint }: Numbered): Promise<Date | null> {
  const result = await sql<{ at: Date | null }>`
    select max(at) as at from consent_event where phone in (${phone}, ${fingerprint}) and action in ('opt_in', 'attest')`.execute(
    db,
  )
  return result.rows[0]?.at ?? null
}
