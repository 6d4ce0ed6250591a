import type { Words } from '@crewline/contract/words'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { CheckedRow } from './check-rows.ts'
import type { CheckPlan } from './plan.ts'

/** Rows that give somebody a value which one worker only may have and another has, in this batch or in the organization, with words. */
export async function takenByOthers(db: Db, plan: CheckPlan, rows: CheckedRow[]): Promise<[CheckedRow, Words][]> {
  const unique = plan.fields.filter(
    (field) => field.unique && plan.columns.some((column) => column.target === `custom.${field.key}`),
  )
  const taken: [CheckedRow, Words][] = []
  for (const { key, name } of unique) {
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
      else if (one.id) owners.set(value, one.id)
    }
  }
  return taken
}
