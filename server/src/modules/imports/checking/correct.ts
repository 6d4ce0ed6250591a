import { msg } from '@crewline/contract/localized-text'
import type { BodyOf } from '@crewline/contract/endpoint'
import type { correctImport, Import, ImportRow } from '@crewline/contract/imports'
import { fail } from '../../../kernel/failure.ts'
import { makeLocalLimit } from '../../../kernel/http/limits.ts'
import { languageOf, type Scope, type Tx } from '../../../kernel/scope.ts'
import { cleanCell } from '../reading/table.ts'
import { lockImport, saveImport, type StoredImport } from '../store/imports.ts'
import { correctRow, countKinds, clearKeepChoices, markDuplicates, saveVerdicts, type Sameness } from '../store/rows.ts'
import { markSameValues } from '../store/same-values.ts'
import { rowsConcerned, listImportRows } from '../row-views.ts'
import { importById } from '../views.ts'
import { checkRows, type CheckedRow } from './check-rows.ts'
import type { RowChoices } from './classify-rules.ts'
import { planOf } from './make-plan.ts'
import type { CheckPlan } from './plan.ts'
import { draftsOf, rowsGiving, uniqueFields, uniqueValues } from './unique-views.ts'

type Edit = BodyOf<typeof correctImport>['edits'][number]

/** Throttle: each correction checks many rows. */
const perMember = makeLocalLimit(240, 60)

/**
 * Corrects rows and rechecks them together with all rows that share a number, employee id or contact with them; returns
 * the checked rows.
 */
export async function correct(
  scope: Scope,
  { id, edits }: { id: string; edits: Edit[] },
  visibleDb: Scope['db'] | undefined,
): Promise<{ rows: ImportRow[]; import: Import }> {
  await perMember.take(scope.actor.kind === 'member' ? scope.actor.userId : scope.orgId)
  const rows = await scope.tx(async (tx) => {
    const storedImport = (await lockImport(tx, id)) ?? fail('not_found')
    if (storedImport.state !== 'checked')
      fail('outdated', {
        text: msg({ message: 'This import is no longer being checked. Reload the page.' }),
      })
    const plan = await planOf({ scope }, storedImport)
    const checked = await tx.unscoped(() =>
      recheck(tx, { storedImport, plan, edits }, { scope: { ...scope, db: tx.db }, visibleDb }),
    )
    const counts = await countKinds(tx, id)
    // Saves new options of a new field with its column.
    await saveImport(tx, id, { counts, columns: plan.columns })
    tx.audit('import.corrected', id, { rows: edits.map((edit) => edit.row) })
    return checked
  })
  return {
    rows: await listImportRows(scope.db, id, { show: 'all', after: 0, most: 2000, rows, language: languageOf(scope) }),
    import: (await importById(scope, id)) ?? fail('not_found'),
  }
}

interface Work {
  storedImport: StoredImport
  plan: CheckPlan
  edits: Edit[]
}

async function recheck(
  tx: Tx,
  { storedImport, plan, edits }: Work,
  eyes: { scope: Scope; visibleDb: Scope['db'] | undefined },
): Promise<number[]> {
  const editedRows = edits.map((edit) => edit.row)
  const none = { rows: editedRows, phones: [], employeeIds: [], contactIds: [] }
  const before = await rowsConcerned(tx.db, storedImport.id, none)
  const byRow = new Map(before.map((row) => [row.row, row]))
  const oldKeys = samenessOf(before.map((row) => ({ ...row, contactId: row.kind === 'new' ? null : row.contactId })))
  const unique = uniqueFields(plan)
  const drafts = unique.length > 0 ? await draftsOf(tx.db, storedImport.id, editedRows) : []
  if (edits.some((edit) => edit.keep)) await clearKeepChoices(tx, storedImport.id, oldKeys)
  for (const edit of edits) {
    const row = byRow.get(edit.row) ?? fail('not_found')
    await correctRow(tx, storedImport.id, {
      row: edit.row,
      cells: cellsAfter(row.cells, edit),
      choices: choicesAfter(row.choices, edit),
    })
  }
  // The corrected rows determine which other rows they now conflict with.
  const now = await checkRows(eyes, plan, await rowsConcerned(tx.db, storedImport.id, none))
  const met = samenessOf(now.map(keysOf))
  const all = {
    phones: [...new Set([...oldKeys.phones, ...met.phones])],
    employeeIds: [...new Set([...oldKeys.employeeIds, ...met.employeeIds])],
    contactIds: [...new Set([...oldKeys.contactIds, ...met.contactIds])],
  }
  const values = uniqueValues(unique, [...drafts, ...now.map((row) => row.classification.draft)])
  const rows = [...editedRows, ...(await rowsGiving(tx.db, storedImport.id, values))]
  const checked = await checkRows(eyes, plan, await rowsConcerned(tx.db, storedImport.id, { rows, ...all }))
  await saveVerdicts(tx, storedImport.id, checked)
  await markDuplicates(tx, storedImport.id, all)
  const newValues = uniqueValues(
    unique,
    checked.map((row) => row.classification.draft),
  )
  const others = await markSameValues(tx, storedImport.id, unique, newValues)
  return [...new Set([...checked.map((row) => row.row), ...others])]
}

function keysOf({ classification }: CheckedRow) {
  return { phone: classification.phone, employeeId: classification.employeeId, contactId: classification.contactId }
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

function choicesAfter(choices: RowChoices, { skip, keep, sharesPhone }: Edit): RowChoices {
  return {
    ...choices,
    ...(skip === undefined ? {} : { skip }),
    ...(keep === undefined ? {} : { keep }),
    ...(sharesPhone === undefined ? {} : { sharesPhone }),
  }
}
