import { sql } from 'kysely'
import type { Tx } from '../../../kernel/scope.ts'

/**
 * Sets which fields of contacts are maintained by a system, by draft name; none unlocks them. One system at a time maintains
 * contacts: fields that another one maintained before are taken over, or unlocked.
 * Contacts whose fields are so already are not written. Returns the others, with the fields that were locked before.
 */
export async function lockFields(
  tx: Tx,
  system: string,
  contacts: { id: string; fields: string[] }[],
): Promise<{ id: string; before: string[] }[]> {
  if (contacts.length === 0) return []
  const locks = contacts.map(({ fields }) => JSON.stringify(Object.fromEntries(fields.map((field) => [field, system]))))
  const changed = await sql<{ id: string; before: string[] }>`
    update contact c set locked = t.locked
    from (select h.id, u.locks as locked, h.locked as was
      from unnest(${contacts.map((contact) => contact.id)}::uuid[], ${locks}::jsonb[]) u(id, locks)
      join contact h on h.org_id = ${tx.orgId} and h.id = u.id) t
    where c.org_id = ${tx.orgId} and c.id = t.id and c.erased_at is null and t.locked <> t.was
    returning c.id, array(select jsonb_object_keys(t.was) order by 1) as before`.execute(tx.db)
  return changed.rows
}
