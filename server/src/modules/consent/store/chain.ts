import type { ConsentAction, ConsentMethod } from '@crewline/contract/consent'
import { sql } from 'kysely'
import type { Tx } from '../../../kernel/scope.ts'

/** A history entry to write; `personId` is the member who acted for the contact. */
export interface ConsentEntry {
  phone: string
  action: ConsentAction
  method: ConsentMethod
  wording: string
  messageId?: string | null
  userId?: string | null
}

/** The hashed content of an entry `e`: every field in fixed order; free text is preceded by its length. */
export const hashOf = sql.raw(`sha256(convert_to(concat(
  coalesce(encode(e.prev_hash, 'hex'), ''), '|', e.org_id, '|', e.id, '|', e.phone, '|', e.action, '|', e.method, '|',
  length(e.wording), '|', e.wording, '|', e.message_id, '|', e.user_id, '|', (extract(epoch from e.at) * 1000)::bigint), 'UTF8'))`)

/** Appends one entry to the chain of each number. The caller must hold the locks; each number may occur only once. */
export async function append(tx: Tx, entries: ConsentEntry[]): Promise<void> {
  const phones = entries.map((entry) => entry.phone)
  await sql`
    with written as (
      insert into consent_event (org_id, id, phone, action, method, wording, message_id, user_id, at, prev_hash, hash)
      select e.*, ${hashOf} from (
        select ${tx.orgId}::uuid as org_id, t.id, c.phone, t.action, t.method, t.wording, t.message_id, t.user_id,
          ${tx.world.now()}::timestamptz as at, c.last_hash as prev_hash
        from unnest(
          ${entries.map(() => tx.world.id())}::uuid[], ${phones}::text[],
          ${entries.map((entry) => entry.action)}::text[], ${entries.map((entry) => entry.method)}::text[],
          ${entries.map((entry) => entry.wording)}::text[], ${entries.map((entry) => entry.messageId ?? null)}::uuid[],
          ${entries.map((entry) => entry.userId ?? null)}::uuid[]
        ) t(id, phone, action, method, wording, message_id, user_id)
        join consent c on c.org_id = ${tx.orgId} and c.phone = t.phone) e
      returning phone, hash)
    update consent c set last_hash = written.hash from written where c.org_id = ${tx.orgId} and c.phone = written.phone`.execute(
    tx.db,
  )
}
