import type { Shift, ShiftHours } from '@crewline/contract/shifts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { Row } from '../../kernel/db/row.ts'
import type { Scope } from '../../kernel/scope.ts'
import { folded } from '../../kernel/text.ts'

/** Whose rights decide what a query of this organization sees. */
type Reader = Pick<Scope, 'orgId' | 'isLimitedToGroups'>

/** Returns the shifts of the organization by name, with the groups and contacts that the handle sees. */
export async function listShifts(db: Db): Promise<Shift[]> {
  const result = await sql<Shift>`
    select s.id, s.name, s.hours,
      array(select g.group_id from group_shift g join contact_group c on c.org_id = g.org_id and c.id = g.group_id
        where g.org_id = s.org_id and g.shift_id = s.id and c.archived_at is null order by c.name, c.id) as "groupIds",
      (select count(*)::int from contact_shift o join contact c on c.org_id = o.org_id and c.id = o.contact_id
        where o.org_id = s.org_id and o.shift_id = s.id and c.archived_at is null) as contacts
    from shift s order by lower(s.name), s.id`.execute(db)
  return result.rows
}

/** Returns the name of each shift by its id. */
export async function shiftNames(db: Db): Promise<Map<string, string>> {
  const result = await sql<Row<'shift', 'id' | 'name'>>`select id, name from shift`.execute(db)
  return new Map(result.rows.map(({ id, name }) => [id, name]))
}

/** Returns the hours of each shift by its id. */
export async function hoursById(db: Db): Promise<Map<string, ShiftHours>> {
  const result = await sql<{ id: string; hours: ShiftHours }>`select id, hours from shift`.execute(db)
  return new Map(result.rows.map(({ id, hours }) => [id, hours]))
}

/**
 * Returns the shifts of the organization in the order of their names, by name in lower case, and by folded name where only
 * one has it: names can differ in their accents alone.
 */
export async function shiftsByName(db: Db): Promise<Map<string, { id: string; name: string }>> {
  const result = await sql<Row<'shift', 'id' | 'name'>>`select id, name from shift order by lower(name), id`.execute(db)
  const alike = Map.groupBy(result.rows, ({ name }) => folded(name))
  return new Map([
    ...[...alike].flatMap(([key, shifts]) => (shifts.length === 1 ? shifts.map((shift) => [key, shift] as const) : [])),
    ...result.rows.map((shift) => [shift.name.toLowerCase(), shift] as const),
  ])
}

/**
 * The shifts of all contacts of the organization as a table of a query: `contact_id` and `shift_ids`, sorted; contacts
 * without a shift are missing. Complete also for a handle that sees only some groups.
 */
export const contactShifts: RawBuilder<unknown> = sql`contact_shifts(null)`

/**
 * Like `contactShifts`, for a count of many contacts. A function hides its tables from the planner, which expects 1,000 rows
 * of it, and writes what it returns to disk first. Who is not limited to some groups sees these tables whole and reads
 * them here, as the function does.
 */
export function contactShiftsFor({ orgId, isLimitedToGroups }: Reader): RawBuilder<unknown> {
  if (isLimitedToGroups) return contactShifts
  return sql`(
    select o.contact_id, array[o.shift_id] as shift_ids from contact_shift o
    where o.org_id = ${orgId} and o.shift_id is not null
    union all
    select m.contact_id, array_agg(distinct g.shift_id order by g.shift_id)
    from group_shift g join group_member m on m.org_id = g.org_id and m.group_id = g.group_id
    where g.org_id = ${orgId}
      and not exists (select from contact_shift o where o.org_id = g.org_id and o.contact_id = m.contact_id)
    group by m.contact_id)`
}

/**
 * Returns the hours of the shifts of these contacts, their own or those of all their groups; contacts without one are
 * missing. Complete also for a handle that sees only some groups.
 */
export async function shiftsOf(db: Db, contactIds: string[]): Promise<Map<string, ShiftHours[]>> {
  const result = await sql<{ id: string; hours: ShiftHours[] }>`
    select o.contact_id as id, jsonb_agg(s.hours order by s.id) as hours
    from contact_shifts(${contactIds}::uuid[]) o join shift s on s.id = any(o.shift_ids) group by 1`.execute(db)
  return new Map(result.rows.map(({ id, hours }) => [id, hours]))
}

/** A contact with what decides their working hours. */
export interface WorkingContact {
  timezone: string | null
  /** Whether the contact has a choice of their own; then `shiftId` is null for none at any time. */
  hasChoice: boolean
  shiftId: string | null
  shifts: { id: string; name: string; hours: ShiftHours }[]
}

/** Returns a contact that the handle sees with their working hours. */
export async function workingContact(db: Db, id: string): Promise<WorkingContact | undefined> {
  const result = await sql<WorkingContact>`
    select c.timezone, o.contact_id is not null as "hasChoice", o.shift_id as "shiftId",
      (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'hours', s.hours) order by s.name), '[]')
        from contact_shifts(array[c.id]) e join shift s on s.id = any(e.shift_ids)) as shifts
    from contact c left join contact_shift o on o.org_id = c.org_id and o.contact_id = c.id
    where c.id = ${id} and c.erased_at is null and c.merged_into is null`.execute(db)
  return result.rows[0]
}

/** What contacts chose by themselves, as stored. */
export type StoredChoice = Pick<WorkingContact, 'hasChoice' | 'shiftId'> & { id: string }

/** Returns the choices of those of these contacts that the handle sees. */
export async function choicesOf(db: Db, contactIds: string[]): Promise<StoredChoice[]> {
  const result = await sql<StoredChoice>`
    select c.id, o.contact_id is not null as "hasChoice", o.shift_id as "shiftId"
    from contact c left join contact_shift o on o.org_id = c.org_id and o.contact_id = c.id
    where c.id = any(${contactIds}::uuid[]) and c.erased_at is null and c.merged_into is null order by c.id`.execute(db)
  return result.rows
}

/** Checks whether the handle sees a group. */
export async function isGroup(db: Db, id: string): Promise<boolean> {
  const result = await sql`select from contact_group where id = ${id} and archived_at is null`.execute(db)
  return result.rows.length > 0
}
