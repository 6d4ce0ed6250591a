import { msg } from '@crewline/contract/localized-text'
import { sql } from 'kysely'
import type { Tx } from '../../../kernel/scope.ts'
import type { Row } from '../../../kernel/db/row.ts'

/** A unique field and the column of the file that fills it. */
export interface UniqueField {
  key: string
  name: string
  column: number
}

/** Lower-cased values of unique fields by field key. */
export type UniqueValues = Map<string, string[]>

/** With and without the name of the other row; the query puts in the values. */
const SAME_VALUE = {
  named: msg({
    message: '{field} {value} is in row {row} ({name}) as well. Check which is right.',
    values: { field: '', value: '', row: 0, name: '' },
  }),
  plain: msg({
    message: '{field} {value} is in row {row} as well. Check which is right.',
    values: { field: '', value: '', row: 0 },
  }),
} as const

/**
 * Keeps each value of a unique field in the first row that has it and marks the other rows with a reference to that
 * row; over the whole file, or for some values. Returns the other rows.
 */
export async function markSameValues(
  tx: Tx,
  importId: string,
  fields: UniqueField[],
  among?: UniqueValues,
): Promise<number[]> {
  const marked: number[] = []
  for (const { key, name, column } of fields) {
    const values = among?.get(key)
    if (values?.length === 0) continue
    const value = sql`draft->'custom'->>${key}::text`
    const result = await sql<Row<'import_row', 'row'>>`
      with shared as materialized (
        select row, ${value} as value, name from import_row
        where org_id = ${tx.orgId} and import_id = ${importId} and kind in ('new', 'update') and ${value} is not null
          ${values ? sql`and lower(${value}) = any(${values}::text[])` : sql``}),
      ranked as (
        select row, value, first_value(row) over w as first, first_value(name) over w as first_name
        from shared window w as (partition by lower(value) order by row))
      insert into import_row (org_id, import_id, row, cells, kind, problems)
      select ${tx.orgId}::uuid, ${importId}::uuid, k.row, '[]', 'invalid', jsonb_build_array(jsonb_build_object(
        'column', ${column}::int, 'code', 'custom_taken',
        'words', case when k.first_name <> '' then ${JSON.stringify(SAME_VALUE.named)}::jsonb else ${JSON.stringify(SAME_VALUE.plain)}::jsonb end
          || jsonb_build_object('values', jsonb_build_object('field', ${name}::text, 'value', k.value, 'row', k.first, 'name', k.first_name)),
        'otherRow', k.first, 'contactId', null))
      from ranked k where k.row <> k.first
      on conflict (org_id, import_id, row) do update set kind = excluded.kind, problems = excluded.problems
      returning row`.execute(tx.db)
    marked.push(...result.rows.map((duplicate) => duplicate.row))
  }
  return marked
}
