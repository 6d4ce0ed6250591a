import type { Words } from '@crewline/contract/words'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { CheckedRow } from './check-rows.ts'
import type { UniqueField, UniqueValues } from '../store/same-values.ts'
import type { Draft } from './draft.ts'
import type { CheckPlan } from './plan.ts'

/** The fields a file fills of which each value belongs to one worker only. */
export function uniqueFields({ fields, columns }: Pick<CheckPlan, 'fields' | 'columns'>): UniqueField[] {
  return fields.flatMap(({ key, name, unique }) => {
    const column = columns.find(({ target }) => target === `custom.${key}`)
    return unique && column ? [{ key, name, column: column.index }] : []
  })
}

/** The values these drafts give of unique fields, as they are compared. */
export function uniqueValues(fields: UniqueField[], drafts: (Draft | null)[]): UniqueValues {
  return new Map(
    fields.map(({ key }) => {
      const values = drafts.map((draft) => draft?.custom?.[key] ?? null).filter((value) => value !== null)
      return [key, [...new Set(values.map((value) => String(value).toLowerCase()))]]
    }),
  )
}

/** The rows of a file that give somebody one of these values, or would if they could come in; two thousand at most. */
export async function rowsGiving(db: Db, importId: string, values: UniqueValues): Promise<number[]> {
  const asked = [...values].filter(([, some]) => some.length > 0)
  if (asked.length === 0) return []
  const gives = asked.map(([key, some]) => sql`lower(draft->'custom'->>${key}::text) = any(${some}::text[])`)
  const found = await sql<{ row: number }>`
    select row from import_row where import_id = ${importId} and kind in ('new', 'update', 'invalid') and (${sql.join(gives, sql` or `)})
    order by row limit 2000`.execute(db)
  return found.rows.map((one) => one.row)
}

/** The drafts of these rows as the last check left them. */
export async function draftsOf(db: Db, importId: string, rows: number[]): Promise<(Draft | null)[]> {
  const found = await sql<{ draft: Draft | null }>`
    select draft from import_row where import_id = ${importId} and row = any(${rows}::int[])`.execute(db)
  return found.rows.map((one) => one.draft)
}

/** Rows that give somebody a value which one worker only may have and another has in the organization, with words. */
export async function takenByOthers(db: Db, plan: CheckPlan, rows: CheckedRow[]): Promise<[CheckedRow, Words][]> {
  const taken: [CheckedRow, Words][] = []
  for (const { key, name } of uniqueFields(plan)) {
    const valueOf = ({ verdict }: CheckedRow) => verdict.draft.custom?.[key] ?? null
    const asking = rows.filter((one) => ['new', 'update'].includes(one.verdict.kind) && valueOf(one) !== null)
    if (asking.length === 0) continue
    const found = await sql<{ id: string; value: string }>`
      select id, lower(custom->>${key}) as value from contact
      where archived_at is null and lower(custom->>${key}) = any(${asking.map((one) => String(valueOf(one)).toLowerCase())}::text[])`.execute(
      db,
    )
    const owners = new Map(found.rows.map((row) => [row.value, row.id]))
    for (const one of asking) {
      const value = String(valueOf(one)).toLowerCase()
      const owner = owners.get(value)
      if (owner !== undefined && owner !== one.id)
        taken.push([
          one,
          {
            en: `${name} ${String(valueOf(one))} belongs to somebody else. Check which is right.`,
            es: `${name} ${String(valueOf(one))} es de otra persona. Revisa cuál es correcto.`,
          },
        ])
    }
  }
  return taken
}
