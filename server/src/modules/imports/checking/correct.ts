import type { BodyOf } from '@crewline/contract/endpoint'
import type { correctImport, Import, ImportRow } from '@crewline/contract/imports'
import { fail } from '../../../kernel/failure.ts'
import { makeLocalLimit } from '../../../kernel/http/limits.ts'
import { languageOf, type Scope, type Tx } from '../../../kernel/scope.ts'
import { cleanCell } from '../reading/table.ts'
import { holdImport, saveImport, type StoredImport } from '../store/imports.ts'
import { correctRow, countKinds, forgetKept, markDuplicates, saveVerdicts, type Sameness } from '../store/rows.ts'
import { markSameValues } from '../store/same-values.ts'
import { rowsConcerned, shownRows } from '../row-views.ts'
import { importById } from '../views.ts'
import { checkRows, type CheckedRow } from './check-rows.ts'
import type { Said } from './classify-rules.ts'
import { planOf } from './make-plan.ts'
import type { CheckPlan } from './plan.ts'
import { draftsOf, rowsGiving, uniqueFields, uniqueValues } from './unique-views.ts'

type Edit = BodyOf<typeof correctImport>['edits'][number]

/** Each checks many rows at once. */
const perMember = makeLocalLimit(240, 60)

/** Corrects rows and checks them at once, with all rows that share a number, employee id or person with them; answers what was checked. */
export async function correct(
  scope: Scope,
  { id, edits }: { id: string; edits: Edit[] },
  seen: Scope['db'] | undefined,
): Promise<{ rows: ImportRow[]; import: Import }> {
  await perMember.take(scope.actor.kind === 'member' ? scope.actor.personId : scope.orgId)
  const rows = await scope.tx(async (tx) => {
    const one = (await holdImport(tx, id)) ?? fail('not_found')
    if (one.state !== 'checked')
      fail('outdated', {
        words: {
          en: 'This import is not being checked any more. Reload the page.',
          es: 'Esta importación ya no se está revisando. Recarga la página.',
        },
      })
    const plan = await planOf({ scope }, one)
    const checked = await tx.unscoped(() => recheck(tx, { one, plan, edits }, { scope: { ...scope, db: tx.db }, seen }))
    const counts = await countKinds(tx, id)
    // Choices that a new field sees for the first time are kept with the column.
    await saveImport(tx, id, { counts, columns: plan.columns })
    tx.audit('import.corrected', id, { rows: edits.map((edit) => edit.row) })
    return checked
  })
  return {
    rows: await shownRows(scope.db, id, { show: 'all', after: 0, most: 2000, rows, language: languageOf(scope) }),
    import: (await importById(scope, id)) ?? fail('not_found'),
  }
}

interface Work {
  one: StoredImport
  plan: CheckPlan
  edits: Edit[]
}

async function recheck(
  tx: Tx,
  { one, plan, edits }: Work,
  eyes: { scope: Scope; seen: Scope['db'] | undefined },
): Promise<number[]> {
  const asked = edits.map((edit) => edit.row)
  const none = { rows: asked, phones: [], employeeIds: [], contactIds: [] }
  const before = await rowsConcerned(tx.db, one.id, none)
  const byRow = new Map(before.map((row) => [row.row, row]))
  const old = samenessOf(before.map((row) => ({ ...row, contactId: row.kind === 'new' ? null : row.contactId })))
  const unique = uniqueFields(plan)
  const drafts = unique.length > 0 ? await draftsOf(tx.db, one.id, asked) : []
  if (edits.some((edit) => edit.keep)) await forgetKept(tx, one.id, old)
  for (const edit of edits) {
    const row = byRow.get(edit.row) ?? fail('not_found')
    await correctRow(tx, one.id, { row: edit.row, cells: cellsAfter(row.cells, edit), said: saidAfter(row.said, edit) })
  }
  // What the corrected rows say now decides which other rows they meet.
  const now = await checkRows(eyes, plan, await rowsConcerned(tx.db, one.id, none))
  const met = samenessOf(now.map(keysOf))
  const all = {
    phones: [...new Set([...old.phones, ...met.phones])],
    employeeIds: [...new Set([...old.employeeIds, ...met.employeeIds])],
    contactIds: [...new Set([...old.contactIds, ...met.contactIds])],
  }
  const values = uniqueValues(unique, [...drafts, ...now.map((row) => row.verdict.draft)])
  const rows = [...asked, ...(await rowsGiving(tx.db, one.id, values))]
  const checked = await checkRows(eyes, plan, await rowsConcerned(tx.db, one.id, { rows, ...all }))
  await saveVerdicts(tx, one.id, checked)
  await markDuplicates(tx, one.id, all)
  const given = uniqueValues(
    unique,
    checked.map((row) => row.verdict.draft),
  )
  const others = await markSameValues(tx, one.id, unique, given)
  return [...new Set([...checked.map((row) => row.row), ...others])]
}

function keysOf({ verdict }: CheckedRow) {
  return { phone: verdict.phone, employeeId: verdict.employeeId, contactId: verdict.contactId }
}

function samenessOf(rows: { phone: string | null; employeeId: string | null; contactId: string | null }[]): Sameness {
  const present = (values: (string | null)[]) => [...new Set(values.filter((value) => value !== null))]
  return {
    phones: present(rows.map((row) => row.phone)),
    employeeIds: present(rows.map((row) => row.employeeId)),
    contactIds: present(rows.map((row) => row.contactId)),
  }
}

function cellsAfter(cells: string[], { values = {} }: Edit): string[] {
  const after = [...cells]
  for (const [index, value] of Object.entries(values))
    if (Number(index) < after.length) after[Number(index)] = cleanCell(value)
  return after
}

function saidAfter(said: Said, { skip, keep, sharesPhone }: Edit): Said {
  return {
    ...said,
    ...(skip === undefined ? {} : { skip }),
    ...(keep === undefined ? {} : { keep }),
    ...(sharesPhone === undefined ? {} : { sharesPhone }),
  }
}
