import { sql } from 'kysely'
import type { Tx } from '../../../kernel/scope.ts'

/**
 * Sets which fields of contacts a system maintains, by draft name; none unlocks those it maintained. Fields that other
 * systems maintain stay theirs.
 * Contacts whose fields are so already are not written. Returns the others, with the fields that the system maintained before.
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
    from (select h.id, u.locks || kept.others as locked, h.locked as was
      from unnest(${contacts.map((contact) => contact.id)}::uuid[], ${locks}::jsonb[]) u(id, locks)
      join contact h on h.org_id = ${tx.orgId} and h.id = u.id
      cross join lateral (select coalesce(jsonb_object_agg(k, keeper), '{}') as others
        from jsonb_each_text(h.locked) l(k, keeper) where keeper <> ${system}) kept) t
    where c.org_id = ${tx.orgId} and c.id = t.id and c.erased_at is null and t.locked <> t.was
    returning c.id, array(select k from jsonb_each_text(t.was) l(k, keeper) where keeper = ${system} order by k) as before`.execute(
    tx.db,
  )
  return changed.rows
}
