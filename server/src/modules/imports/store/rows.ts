import type { LocalizedText } from '@crewline/contract/words'
import { msg } from '@crewline/contract/localized-text'
import type { ImportCounts } from '@crewline/contract/imports'
import { sql } from 'kysely'
import type { Tx } from '../../../kernel/scope.ts'
import type { RowChoices, RowClassification } from '../checking/classify-rules.ts'

/**
 * Stages rows of a file; staging them again changes nothing. Sends them as one JSON text, because an array parameter
 * would be serialized twice.
 */
export async function insertStagingRows(
  tx: Tx,
  importId: string,
  rows: { row: number; cells: string[] }[],
): Promise<void> {
  const text = JSON.stringify(rows.map(({ row, cells }) => [row, cells]))
  await sql`
    insert into import_row (org_id, import_id, row, cells)
    select ${tx.orgId}::uuid, ${importId}::uuid, (t->>0)::int, t->1 from jsonb_array_elements(${text}::jsonb) t
    on conflict do nothing`.execute(tx.db)
}

/** The check result of a row; `id` is the contact it matches or will create. */
interface ClassifiedRow {
  row: number
  id: string | null
  classification: RowClassification
}

/**
 * Rows written at once. Their text stays below the size at which a string gets its own memory area, which is collected
 * rarely: processes that checked many rows grew because of such strings.
 */
const WRITTEN_AT_ONCE = 100

/**
 * Saves check results. Looks up the staged rows by key: freshly inserted rows have no statistics yet, and a join would
 * be planned for an empty table.
 */
export async function saveVerdicts(tx: Tx, importId: string, rows: ClassifiedRow[]): Promise<void> {
  for (let at = 0; at < rows.length; at += WRITTEN_AT_ONCE)
    await writeVerdicts(tx, importId, rows.slice(at, at + WRITTEN_AT_ONCE))
}

async function writeVerdicts(tx: Tx, importId: string, rows: ClassifiedRow[]): Promise<void> {
  const text = JSON.stringify(
    rows.map(({ row, id, classification }) => ({
      row,
      id,
      kind: classification.kind,
      phone: classification.phone,
      employee_id: classification.employeeId || null,
      name: classification.name,
      draft: classification.draft,
      groups: classification.groups,
      problems: classification.problems,
      opted_out: classification.optedOut,
      landline: classification.landline,
      no_phone: classification.noPhone,
    })),
  )
  await sql`
    insert into import_row (org_id, import_id, row, cells, kind, phone, employee_id, contact_id, name, draft, groups, problems, opted_out, landline, no_phone)
    select ${tx.orgId}::uuid, ${importId}::uuid, row, '[]', kind, phone, employee_id, id, name, draft, groups, problems, opted_out, landline, no_phone
    from jsonb_to_recordset(${text}::jsonb) t(row int, id uuid, kind text, phone text, employee_id text, name text, draft jsonb, groups jsonb,
      problems jsonb, opted_out bool, landline bool, no_phone bool)
    on conflict (org_id, import_id, row) do update set kind = excluded.kind, phone = excluded.phone, employee_id = excluded.employee_id,
      contact_id = excluded.contact_id, name = excluded.name, draft = excluded.draft, groups = excluded.groups,
      problems = excluded.problems, opted_out = excluded.opted_out, landline = excluded.landline,
      no_phone = excluded.no_phone`.execute(tx.db)
}

/** Numbers, employee ids and contacts to compare rows by; omit them for the whole file. */
export interface Sameness {
  phones: string[]
  employeeIds: string[]
  contactIds: string[]
}

/** With and without the name of the other row; the query puts in the values. */
const SAME_TEXTS = {
  phone: [
    msg({ message: 'Same mobile as row {row} ({name}).', values: { row: 0, name: '' } }),
    msg({ message: 'Same mobile as row {row}.', values: { row: 0 } }),
  ],
  employeeId: [
    msg({ message: 'Same employee ID as row {row} ({name}).', values: { row: 0, name: '' } }),
    msg({ message: 'Same employee ID as row {row}.', values: { row: 0 } }),
  ],
  contact: [
    msg({ message: 'Same contact as row {row} ({name}).', values: { row: 0, name: '' } }),
    msg({ message: 'Same contact as row {row}.', values: { row: 0 } }),
  ],
} as const

/**
 * Marks all rows but one with the same number, employee id or contact as duplicates: keeps the row a user chose, or the
 * first.
 */
export async function markDuplicates(tx: Tx, importId: string, among?: Sameness): Promise<void> {
  const kinds: [
    column: string,
    code: string,
    texts: readonly [withName: LocalizedText, plain: LocalizedText],
    keys: string[] | undefined,
    type: string,
  ][] = [
    ['phone', 'same_phone', SAME_TEXTS.phone, among?.phones, 'text[]'],
    ['employee_id', 'same_employee_id', SAME_TEXTS.employeeId, among?.employeeIds, 'text[]'],
    ['contact_id', 'same_contact', SAME_TEXTS.contact, among?.contactIds, 'uuid[]'],
  ]
  for (const [name, code, [named, plain], keys, type] of kinds) {
    if (keys?.length === 0) continue
    const column = sql.ref(name)
    await sql`
      with shared as materialized (
        select row, ${column} as key, name, choices ? 'keep' as keep from import_row
        where org_id = ${tx.orgId} and import_id = ${importId} and kind in ('new', 'update', 'unchanged') and ${column} is not null
          ${name === 'contact_id' ? sql`and kind <> 'new'` : sql``}
          ${keys ? sql`and ${column} = any(${keys}::${sql.raw(type)})` : sql``}),
      ranked as (
        select row, first_value(row) over w as first, first_value(name) over w as first_name
        from shared window w as (partition by key order by keep desc, row))
      insert into import_row (org_id, import_id, row, cells, kind, problems)
      select ${tx.orgId}::uuid, ${importId}::uuid, k.row, '[]', 'duplicate', jsonb_build_array(jsonb_build_object(
        'column', null, 'code', ${code}::text, 'words', case when k.first_name <> ''
            then ${JSON.stringify(named)}::jsonb || jsonb_build_object('values', jsonb_build_object('row', k.first, 'name', k.first_name))
            else ${JSON.stringify(plain)}::jsonb || jsonb_build_object('values', jsonb_build_object('row', k.first)) end,
        'otherRow', k.first, 'contactId', null))
      from ranked k where k.row <> k.first
      on conflict (org_id, import_id, row) do update set kind = excluded.kind, problems = excluded.problems`.execute(
      tx.db,
    )
  }
}

/** Saves the corrected cells and the decisions of a user about a row. */
export async function correctRow(
  tx: Tx,
  importId: string,
  correction: { row: number; cells: string[]; choices: RowChoices },
): Promise<void> {
  await sql`
    update import_row set cells = ${JSON.stringify(correction.cells)}::jsonb, choices = ${JSON.stringify(correction.choices)}::jsonb
    where org_id = ${tx.orgId} and import_id = ${importId} and row = ${correction.row}`.execute(tx.db)
}

/** Clears the user's choice of which row to keep for these numbers, employee ids and contacts. */
export async function clearKeepChoices(
  tx: Tx,
  importId: string,
  { phones, employeeIds, contactIds }: Sameness,
): Promise<void> {
  await sql`
    update import_row set choices = choices - 'keep' where org_id = ${tx.orgId} and import_id = ${importId} and choices ? 'keep'
      and (phone = any(${phones}::text[]) or employee_id = any(${employeeIds}::text[]) or contact_id = any(${contactIds}::uuid[]))`.execute(
    tx.db,
  )
}

/** Counts the rows of each kind. */
export async function countKinds(tx: Tx, importId: string): Promise<ImportCounts> {
  const result = await sql<ImportCounts>`
    select count(*) filter (where kind = 'new')::int as new, count(*) filter (where kind = 'update')::int as update,
      count(*) filter (where kind = 'unchanged')::int as unchanged, count(*) filter (where kind = 'duplicate')::int as duplicate,
      count(*) filter (where kind = 'invalid')::int as invalid, count(*) filter (where kind = 'skipped')::int as skipped,
      count(*) filter (where kind in ('new', 'update') and opted_out)::int as "optedOut",
      count(*) filter (where kind in ('new', 'update') and landline)::int as landline,
      count(*) filter (where kind in ('new', 'update') and no_phone)::int as "noPhone"
    from import_row where org_id = ${tx.orgId} and import_id = ${importId}`.execute(tx.db)
  return result.rows[0] as ImportCounts
}
