import type { HrSource } from '@crewline/contract/hr'
import { sql, type SqlBool } from 'kysely'
import type { Tx } from '../../kernel/scope.ts'
import type { Chosen } from '../broadcasts/index.ts'

/** The welcome texts of people of a source, by the hash of the person: null when it was canceled before it was sent. */
export async function welcomedOf(tx: Tx, source: HrSource, hashes: string[]): Promise<Map<string, string | null>> {
  const found = await sql<{ hash: string; id: string | null }>`
    select person_hash as hash, message_id as id from hr_welcome
    where org_id = ${tx.orgId} and source = ${source} and person_hash = any(${hashes}::text[])`.execute(tx.db)
  return new Map(found.rows.map(({ hash, id }) => [hash, id]))
}

/** The welcome texts of these contacts, from any source. */
export async function welcomesOf(tx: Tx, contactIds: string[]): Promise<string[]> {
  if (contactIds.length === 0) return []
  const found = await sql<{ id: string }>`
    select m.id from message m join hr_welcome w on w.org_id = m.org_id and w.message_id = m.id
    where m.org_id = ${tx.orgId} and m.contact_id = any(${contactIds}::uuid[])`.execute(tx.db)
  return found.rows.map((row) => row.id)
}

/** Whether the person of row `r` is added and can get a welcome text, as far as their number tells today. */
export const canBeWelcomed = sql<SqlBool>`(r.welcome = 'possible' and not r.is_applied and exists (
  select from (select coalesce(r.draft->>'phone', (select c.phone from contact c where c.org_id = r.org_id and c.id = r.contact_id)) as phone) p
  where p.phone is not null and not exists (select from consent k where k.org_id = r.org_id and k.phone = p.phone and k.opted_out)))`

/** Who can be texted: the number and the zone. */
interface Reachable {
  phone: string
  timezone: string | null
}

/** Returns those of these contacts who can be texted. */
export async function reachable(tx: Tx, chosen: Chosen, ids: string[]): Promise<Map<string, Reachable>> {
  // Members of a household who share a number are each welcomed by name.
  const found = await sql<Reachable & { id: string }>`
    select h.id, h.phone, h.timezone from ${chosen} h where h.id = any(${ids}::uuid[]) and coalesce(h.reason, 'same_phone') = 'same_phone'`.execute(
    tx.db,
  )
  return new Map(found.rows.map((row) => [row.id, row]))
}

/** Returns those of these contacts whose conversations hold nothing but these messages. */
export async function withoutOtherMessages(tx: Tx, contactIds: string[], messageIds: string[]): Promise<Set<string>> {
  if (contactIds.length === 0 || messageIds.length === 0) return new Set()
  const found = await sql<{ id: string }>`
    select distinct w.contact_id as id from message w where w.org_id = ${tx.orgId} and w.id = any(${messageIds}::uuid[])
      and w.contact_id = any(${contactIds}::uuid[]) and not exists (select from message m
        where m.org_id = w.org_id and m.contact_id = w.contact_id and m.id <> w.id and m.kind <> 'event')`.execute(
    tx.db,
  )
  return new Set(found.rows.map((row) => row.id))
}

/** The syncs whose welcome texts wait, however long ago the sync began. */
export async function welcomingSyncs(tx: Tx): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select distinct m.held_by as id from hr_welcome w
      join message m on m.org_id = w.org_id and m.id = w.message_id
    where w.org_id = ${tx.orgId} and m.held_by is not null and m.state in ('scheduled', 'held', 'queued', 'submitting')
    order by m.held_by`.execute(tx.db)
  return result.rows.map((row) => row.id)
}
