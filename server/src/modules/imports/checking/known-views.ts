import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { optedOutAmong } from '../../consent/index.ts'
import type { Draft } from './draft.ts'

/** Somebody the organization knows, as far as an import compares. */
export interface KnownPerson {
  id: string
  facts: Required<Omit<Draft, 'sortName' | 'custom'>> & { custom: NonNullable<Draft['custom']> }
  locked: Record<string, string>
  groups: string[]
}

/** Whom the rows of a batch may be about. */
export interface Acquaintance {
  byPhone: Map<string, KnownPerson>
  /** Those who share a number they do not own. */
  sharing: Map<string, KnownPerson[]>
  byEmployeeId: Map<string, KnownPerson[]>
  /** Numbers that are opted out. */
  optedOut: Set<string>
  /** Those of them the member may not see. */
  hidden: Set<string>
}

interface Keys {
  phones: string[]
  employeeIds: string[]
}

/** Finds everybody whom these numbers and employee ids belong to, and what stands for the numbers; `seen` looks with the member's eyes. */
export async function findKnown(
  scope: Pick<Scope, 'db' | 'orgId' | 'mark'>,
  seen: Db | undefined,
  { phones, employeeIds }: Keys,
): Promise<Acquaintance> {
  const { db, orgId } = scope
  const [people, optedOut] = await Promise.all([
    sql<PersonRow>`
      select id, firstname, lastname, preferred_name as "preferredName", phone, phone_kind as "phoneKind", shares_phone as "sharesPhone",
        email, employee_id as "employeeId", job_title as "jobTitle", department, location, language, timezone,
        to_char(hire_date, 'YYYY-MM-DD') as "hireDate", birthday, work, custom, locked,
        coalesce((select jsonb_agg(lower(g.name)) from group_member m join contact_group g on g.org_id = m.org_id and g.id = m.group_id and g.archived_at is null
          where m.org_id = c.org_id and m.contact_id = c.id), '[]') as groups
      from contact c
      where archived_at is null and (phone = any(${phones}::text[]) or (employee_id <> '' and employee_id = any(${employeeIds}::text[])))`.execute(
      db,
    ),
    optedOutAmong(db, { marker: scope, orgId, phones }),
  ])
  const known: Acquaintance = {
    ...{ byPhone: new Map(), sharing: new Map(), byEmployeeId: new Map(), hidden: new Set<string>() },
    optedOut,
  }
  for (const { id, locked, groups, ...facts } of people.rows) {
    const person: KnownPerson = { id, facts, locked, groups }
    if (facts.phone !== null && !facts.sharesPhone) known.byPhone.set(facts.phone, person)
    if (facts.phone !== null && facts.sharesPhone) push(known.sharing, facts.phone, person)
    if (facts.employeeId !== '') push(known.byEmployeeId, facts.employeeId, person)
  }
  if (seen && people.rows.length > 0)
    known.hidden = await hiddenOf(
      seen,
      people.rows.map((row) => row.id),
    )
  return known
}

type PersonRow = KnownPerson['facts'] & { id: string; locked: Record<string, string>; groups: string[] }

async function hiddenOf(seen: Db, ids: string[]): Promise<Set<string>> {
  const found = await sql<{ id: string }>`select id from contact where id = any(${ids}::uuid[])`.execute(seen)
  const visible = new Set(found.rows.map((row) => row.id))
  return new Set(ids.filter((id) => !visible.has(id)))
}

function push<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  map.set(key, [...(map.get(key) ?? []), value])
}
