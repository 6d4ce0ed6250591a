import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import { neededForRequest } from './ports.ts'

/**
 * Returns as SQL whether a hold in force covers what was said or written with a contact at a moment. Without a moment,
 * any hold on the contact counts, whatever days it names. Needs a handle that sees the whole organization.
 */
export function isOnHold(
  orgId: RawBuilder<unknown>,
  contactId: RawBuilder<unknown>,
  at?: RawBuilder<unknown>,
): RawBuilder<boolean> {
  const isInDays = at ? sql`(h.since is null or ${at} >= h.since) and (h.until is null or ${at} < h.until)` : sql`true`
  return sql<boolean>`exists (select from legal_hold h where h.org_id = ${orgId} and h.released_at is null and ${isInDays} and (
    h.covers = 'everyone'
    or exists (select from legal_hold_contact named where named.org_id = h.org_id and named.hold_id = h.id and named.contact_id = ${contactId})
    or exists (select from group_member g where g.org_id = h.org_id and g.contact_id = ${contactId} and g.group_id = any(h.group_ids))))`
}

/**
 * Returns as SQL whether a purge leaves what was said or written with a contact at a moment: a hold covers it, or an open
 * request of the person for their data needs it. Needs a handle that sees the whole organization.
 */
export function isKept(
  orgId: RawBuilder<unknown>,
  contactId: RawBuilder<unknown>,
  at?: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql<boolean>`(${isOnHold(orgId, contactId, at)} or ${neededForRequest.get()(orgId, contactId)})`
}

/** Returns which of these keys of custom fields have a value of a contact that a hold in force covers. */
export async function heldKeys(db: Db, orgId: string, keys: readonly string[]): Promise<string[]> {
  const result = await sql<{ key: string }>`
    select asked.key from unnest(${[...keys]}::text[]) asked(key) where exists (
      select from contact c where c.org_id = ${orgId}::uuid and c.custom ? asked.key and ${isOnHold(sql`c.org_id`, sql`c.id`)})`.execute(
    db,
  )
  return result.rows.map(({ key }) => key)
}

/** Returns whether a hold in force covers one of these contacts on any day. */
export async function isAnyHeld(db: Db, orgId: string, contactIds: string[]): Promise<boolean> {
  const result = await sql`
    select from unnest(${contactIds}::uuid[]) asked(id) where ${isOnHold(sql`${orgId}::uuid`, sql`asked.id`)} limit 1`.execute(
    db,
  )
  return result.rows.length > 0
}
