import type { Words } from '@crewline/contract/words'
import { sql } from 'kysely'
import type { Tx } from '../../../kernel/scope.ts'

/** What an import did to somebody: facts before and after, and the groups it put them in. */
export interface Trace {
  row: number
  id: string
  added: boolean
  before: Record<string, unknown>
  after: Record<string, unknown>
  groupIds: string[]
}

/** Notes what rows did. */
export async function addTraces(tx: Tx, importId: string, traces: Trace[]): Promise<void> {
  if (traces.length === 0) return
  await sql`
    insert into import_trace (org_id, import_id, row, contact_id, added, before, after, group_ids)
    select ${tx.orgId}::uuid, ${importId}::uuid, row, id, added, before, after, array(select jsonb_array_elements_text(groups)::uuid)
    from unnest(${traces.map((one) => one.row)}::int[], ${traces.map((one) => one.id)}::uuid[], ${traces.map((one) => one.added)}::bool[],
      ${traces.map((one) => JSON.stringify(one.before))}::jsonb[], ${traces.map((one) => JSON.stringify(one.after))}::jsonb[],
      ${traces.map((one) => JSON.stringify(one.groupIds))}::jsonb[]) t(row, id, added, before, after, groups)`.execute(
    tx.db,
  )
}

/** What the rows of some lines did. */
export async function tracesOf(
  tx: Tx,
  { importId, from, to }: { importId: string; from: number; to: number },
): Promise<Trace[]> {
  const found = await sql<Trace>`
    select row, contact_id as id, added, before, after, group_ids as "groupIds" from import_trace
    where org_id = ${tx.orgId} and import_id = ${importId} and row > ${from} and row <= ${to} order by row`.execute(
    tx.db,
  )
  return found.rows
}

/** Rows that could not come in, because their number or employee id became somebody else's since they were checked. */
export async function markMissed(tx: Tx, importId: string, rows: number[]): Promise<void> {
  const said = JSON.stringify([
    {
      column: null,
      code: 'taken_meanwhile',
      words: {
        en: 'Somebody else got this number or employee ID meanwhile. Import this row again.',
        es: 'Mientras tanto, este número o ID de empleado pasó a otra persona. Importa esta fila otra vez.',
      } satisfies Words,
      otherRow: null,
      contactId: null,
    },
  ])
  await sql`
    update import_row set kind = 'invalid', problems = ${said}::jsonb
    where org_id = ${tx.orgId} and import_id = ${importId} and row = any(${rows}::int[])`.execute(tx.db)
}
