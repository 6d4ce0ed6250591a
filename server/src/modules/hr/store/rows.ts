import type { LocalizedText } from '@crewline/contract/words'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Tx } from '../../../kernel/scope.ts'
import type { Verdict } from '../compare-rules.ts'
import type { Problem } from '../problem-rules.ts'
import type { Employee } from '../provider.ts'

/** A person as read. */
export interface ReadRow {
  externalId: string
  name: string
  /** E.164, for finding the same number twice. */
  phone: string | null
  employee: Employee | null
  isUnreadable: boolean
  /** What is wrong with the entry at its source. */
  readProblem: LocalizedText | null
}

/** Adds rows after the given one. A person who is listed twice, because pages moved, keeps the first row. */
export async function addRows(tx: Tx, syncId: string, after: number, rows: ReadRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into hr_row (org_id, sync_id, row, external_id, name, phone, employee, is_unreadable, read_problem)
    select ${tx.orgId}::uuid, ${syncId}::uuid, ${after}::int + n::int, id, name, phone, employee, is_unreadable, read_problem
    from unnest(${rows.map((row) => row.externalId)}::text[], ${rows.map((row) => row.name)}::text[], ${rows.map((row) => row.phone)}::text[],
      ${rows.map((row) => (row.employee ? JSON.stringify(row.employee) : null))}::jsonb[], ${rows.map((row) => row.isUnreadable)}::bool[],
      ${rows.map((row) => (row.readProblem ? JSON.stringify(row.readProblem) : null))}::jsonb[])
      with ordinality t(id, name, phone, employee, is_unreadable, read_problem, n)
    on conflict do nothing`.execute(tx.db)
}

/** Deletes the rows of a sync that reads everyone again. */
export async function deleteRows(tx: Tx, syncId: string): Promise<void> {
  await sql`delete from hr_row where org_id = ${tx.orgId} and sync_id = ${syncId}`.execute(tx.db)
}

/** Adds a row for each linked person who was not listed. Returns how many people were listed. */
export async function addMissing(tx: Tx, syncId: string): Promise<number> {
  const read = await sql<{ n: number; last: number }>`
    select count(*)::int as n, coalesce(max(row), 0) as last from hr_row where org_id = ${tx.orgId} and sync_id = ${syncId}`.execute(
    tx.db,
  )
  const { n = 0, last = 0 } = read.rows[0] ?? {}
  await sql`
    insert into hr_row (org_id, sync_id, row, external_id, name)
    select p.org_id, ${syncId}::uuid, ${last}::int + (row_number() over (order by p.external_id))::int, p.external_id,
      coalesce(nullif(trim(concat_ws(' ', c.firstname, c.lastname)), ''), p.external_id)
    from hr_person p join contact c on c.org_id = p.org_id and c.id = p.contact_id
    where p.org_id = ${tx.orgId} and p.state = 'linked'
      and not exists (select from hr_row r where r.org_id = p.org_id and r.sync_id = ${syncId} and r.external_id = p.external_id)`.execute(
    tx.db,
  )
  return n
}

/** A row to compare. */
export interface RowToCompare extends ReadRow {
  row: number
}

/** Returns the next rows after one, in order. */
export async function rowsAfter(
  db: Db,
  { orgId, syncId }: { orgId: string; syncId: string },
  { after, most }: { after: number; most: number },
): Promise<RowToCompare[]> {
  const result = await sql<RowToCompare>`
    select row, external_id as "externalId", name, phone, employee, is_unreadable as "isUnreadable", read_problem as "readProblem" from hr_row
    where org_id = ${orgId} and sync_id = ${syncId} and row > ${after} order by row limit ${most}`.execute(db)
  return result.rows
}

/** Whether a person whom a sync adds can get a welcome text, got one, or why not. */
export type RowWelcome = 'possible' | 'queued' | 'unreachable' | 'spending_cap' | 'no_line'

/** Saves what a sync does with people. A new contact gets its id here, so that repeating the step finds it again. */
export async function saveVerdicts(
  tx: Tx,
  syncId: string,
  verdicts: { row: number; verdict: Verdict; contactId: string | null; welcome: RowWelcome | null }[],
): Promise<void> {
  await sql`
    update hr_row r set kind = t.kind, contact_id = t.contact_id, draft = t.draft, before = t.before, locked = t.locked, seen = t.seen,
      problem = t.problem, welcome = t.welcome
    from unnest(${verdicts.map(({ row }) => row)}::int[], ${verdicts.map(({ verdict }) => verdict.kind)}::text[],
      ${verdicts.map(({ contactId }) => contactId)}::uuid[], ${verdicts.map(({ verdict }) => JSON.stringify(verdict.draft))}::jsonb[],
      ${verdicts.map(({ verdict }) => JSON.stringify(verdict.before))}::jsonb[], ${verdicts.map(({ verdict }) => JSON.stringify(verdict.locked))}::jsonb[],
      ${verdicts.map(({ verdict }) => JSON.stringify(verdict.seen))}::jsonb[],
      ${verdicts.map(({ verdict }) => (verdict.problem ? JSON.stringify(verdict.problem) : null))}::jsonb[],
      ${verdicts.map(({ welcome }) => welcome)}::text[])
      t(row, kind, contact_id, draft, before, locked, seen, problem, welcome)
    where r.org_id = ${tx.orgId} and r.sync_id = ${syncId} and r.row = t.row`.execute(tx.db)
}

/** A row to apply or to undo. */
export interface AppliedRow {
  row: number
  externalId: string
  kind: 'create' | 'update' | 'leave' | 'rehire' | 'seen'
  contactId: string | null
  draft: Record<string, unknown>
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  locked: Record<string, string>
  seen: Record<string, string>
  welcome: RowWelcome | null
  /** The link and the locked fields before; fields are missing when none were locked or unlocked. */
  personBefore: { state: string; seen: Record<string, string>; locked?: string[] } | null
}

/** Returns the next rows that change something, in order: not applied yet, or applied. */
export async function changesAfter(
  tx: Tx,
  syncId: string,
  { after, most, isApplied }: { after: number; most: number; isApplied: boolean },
): Promise<AppliedRow[]> {
  const result = await sql<AppliedRow>`
    select row, external_id as "externalId", kind, contact_id as "contactId", coalesce(draft, '{}') as draft, before, after,
      coalesce(locked, '{}') as locked, coalesce(seen, '{}') as seen, person_before as "personBefore", welcome from hr_row
    where org_id = ${tx.orgId} and sync_id = ${syncId} and row > ${after} and is_applied = ${isApplied}
      and kind in ('create', 'update', 'leave', 'rehire', 'seen')
    order by row limit ${most}`.execute(tx.db)
  return result.rows
}

/** Marks rows as applied, with the fields before and after for an undo. */
export async function markApplied(
  tx: Tx,
  syncId: string,
  rows: { row: number; before: Record<string, unknown>; after: Record<string, unknown>; personBefore: object | null }[],
): Promise<void> {
  await sql`
    update hr_row r set is_applied = true, before = t.before, after = t.after, person_before = t.person
    from unnest(${rows.map(({ row }) => row)}::int[], ${rows.map(({ before }) => JSON.stringify(before))}::jsonb[],
      ${rows.map(({ after }) => JSON.stringify(after))}::jsonb[],
      ${rows.map(({ personBefore }) => (personBefore ? JSON.stringify(personBefore) : null))}::jsonb[]) t(row, before, after, person)
    where r.org_id = ${tx.orgId} and r.sync_id = ${syncId} and r.row = t.row`.execute(tx.db)
}

/** Saves who of the people whom a sync added got a welcome text. */
export async function markWelcomed(
  tx: Tx,
  syncId: string,
  rows: { row: number; welcome: RowWelcome }[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update hr_row r set welcome = t.welcome
    from unnest(${rows.map(({ row }) => row)}::int[], ${rows.map(({ welcome }) => welcome)}::text[]) t(row, welcome)
    where r.org_id = ${tx.orgId} and r.sync_id = ${syncId} and r.row = t.row`.execute(tx.db)
}

/** Turns rows that could not be applied into problems. */
export async function markProblems(tx: Tx, syncId: string, rows: { row: number; problem: Problem }[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update hr_row r set kind = 'problem', problem = t.problem,
      contact_id = case when r.kind = 'create' then null else r.contact_id end
    from unnest(${rows.map(({ row }) => row)}::int[], ${rows.map(({ problem }) => JSON.stringify(problem))}::jsonb[]) t(row, problem)
    where r.org_id = ${tx.orgId} and r.sync_id = ${syncId} and r.row = t.row`.execute(tx.db)
}

/** Counts the rows of a sync by kind; problems include people of whom the rest is applied. */
export async function countRows(tx: Tx, syncId: string): Promise<Record<string, number>> {
  const result = await sql<{ kind: string; n: number }>`
    select kind, count(*)::int as n from hr_row where org_id = ${tx.orgId} and sync_id = ${syncId} and kind is not null group by kind`.execute(
    tx.db,
  )
  const problems = await sql<{ n: number }>`
    select count(*)::int as n from hr_row where org_id = ${tx.orgId} and sync_id = ${syncId} and problem is not null`.execute(
    tx.db,
  )
  return {
    ...Object.fromEntries(result.rows.map(({ kind, n }) => [kind, n])),
    problem: problems.rows[0]?.n ?? 0,
  }
}

/** Counts the rows of a sync that do not say whom they are about; one that repeats an ID does. */
export async function countUnclear(tx: Tx, syncId: string): Promise<number> {
  const result = await sql<{ n: number }>`
    select count(*)::int as n from hr_row
    where org_id = ${tx.orgId} and sync_id = ${syncId} and is_unreadable and external_id ~ '^row:[0-9]+$'`.execute(
    tx.db,
  )
  return result.rows[0]?.n ?? 0
}

/** The people whose rows concern these contacts, or these numbers unless someone else has them. */
export async function peopleOfRows(tx: Tx, contactIds: string[], phones: string[]): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select distinct external_id as id from hr_row r
    where org_id = ${tx.orgId} and (contact_id = any(${contactIds}::uuid[]) or phone = any(${phones}::text[]))
      and not exists (select from hr_person p where p.org_id = r.org_id and p.external_id = r.external_id
        and p.contact_id <> all(${contactIds}::uuid[]))`.execute(tx.db)
  return result.rows.map((row) => row.id)
}

/** Blanks the rows of erased contacts: counts stay, people do not. */
export async function blankRows(tx: Tx, contactIds: string[], phones: string[]): Promise<void> {
  await sql`
    update hr_row set name = '', phone = null, employee = null, draft = '{}', before = '{}', after = '{}', seen = '{}',
      person_before = null, problem = null, read_problem = null, external_id = 'erased:' || row, contact_id = null
    where org_id = ${tx.orgId} and (contact_id = any(${contactIds}::uuid[]) or phone = any(${phones}::text[]))`.execute(
    tx.db,
  )
}
