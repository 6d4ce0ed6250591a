import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Row } from '../../../kernel/db/row.ts'
import type { FieldValues, Shape } from '../../fields/index.ts'

/** The queries that the fields module runs on stored contact values. */
export const customValues: FieldValues = {
  count: async (db, keys) => {
    const uniqueKeys = [...new Set(keys)]
    const result = await sql<{ key: string; n: number }>`
      select k as key, count(*)::int as n from contact c cross join lateral jsonb_object_keys(c.custom) k
      where c.archived_at is null and k = any(${uniqueKeys}::text[]) group by k`.execute(db)
    return new Map(result.rows.map((row) => [row.key, row.n]))
  },
  missing: (db, key) =>
    count(
      db,
      sql`select count(*)::int as n from contact c where c.archived_at is null and not c.custom ? ${key}::text`,
    ),
  conflicts: (db, key) =>
    count(
      db,
      sql`select coalesce(sum(n), 0)::int as n from (
        select count(*) as n from contact c where c.archived_at is null and c.custom ? ${key}::text
        group by lower(c.custom ->> ${key}::text) having count(*) > 1) twice`,
    ),
  chosen: async (db, key) => {
    const result = await sql<Row<'contact', 'id'>>`
      select distinct e.id from contact c,
        jsonb_array_elements_text(case jsonb_typeof(c.custom -> ${key}::text) when 'array' then c.custom -> ${key}::text
          else jsonb_build_array(c.custom -> ${key}::text) end) e(id)
      where c.custom ? ${key}::text`.execute(db)
    return new Set(result.rows.map((row) => row.id))
  },
  convert: async (tx, key, { from, to }) => {
    const written = await sql<{ longest: number }>`
      with written as (
        update contact c set custom = jsonb_set(c.custom, array[${key}::text], ${inNewForm(key, from, to)}), updated_at = ${tx.world.now()}
        where c.org_id = ${tx.orgId} and c.custom ? ${key}::text returning length(c.custom ->> ${key}::text) as long)
      select coalesce(max(long), 0)::int as longest from written`.execute(tx.db)
    return written.rows[0]?.longest ?? 0
  },
  clear: async (tx, keys) => {
    await sql`
      update contact set custom = custom - ${keys}::text[], updated_at = ${tx.world.now()}
      where org_id = ${tx.orgId} and custom ?| ${keys}::text[]`.execute(tx.db)
  },
  owner: async (tx, key, { is, exceptId }) => {
    const result = await sql<{ id: string; name: string }>`
      select id, trim(firstname || ' ' || lastname) as name from contact
      where org_id = ${tx.orgId} and archived_at is null and lower(custom ->> ${key}::text) = lower(${String(is)})
        and id is distinct from ${exceptId}::uuid order by id limit 1`.execute(tx.db)
    return result.rows[0]
  },
}

async function count(db: Db, query: RawBuilder<{ n: number }> | RawBuilder<unknown>): Promise<number> {
  const result = (await query.execute(db)) as { rows: { n: number }[] }
  return result.rows[0]?.n ?? 0
}

/** Converts a stored value to its field's new type: choices become their labels, booleans become words. */
function inNewForm(key: string, from: Shape, to: Shape): RawBuilder<unknown> {
  const value = sql`c.custom -> ${key}::text`
  const text = sql`c.custom ->> ${key}::text`
  if (to.type === 'multiselect') return from.type === 'select' ? sql`jsonb_build_array(${value})` : value
  const labels = JSON.stringify(Object.fromEntries(from.options.map((option) => [option.id, option.label])))
  if (from.type === 'select') return sql`coalesce(${labels}::jsonb -> (${text}), ${value})`
  if (from.type === 'multiselect')
    return sql`(select to_jsonb(coalesce(string_agg(coalesce(${labels}::jsonb ->> e.id, e.id), ', ' order by e.n), ''))
      from jsonb_array_elements_text(${value}) with ordinality e(id, n))`
  if (from.type === 'boolean') return sql`to_jsonb(case when (${text}) = 'true' then 'Yes'::text else 'No' end)`
  return sql`to_jsonb(${text})`
}
