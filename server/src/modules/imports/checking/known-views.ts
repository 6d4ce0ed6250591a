import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Row } from '../../../kernel/db/row.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { optedOutAmong } from '../../consent/index.ts'
import type { Draft } from './draft.ts'

/** A known contact, with the fields an import compares. */
export interface ExistingContact {
  id: string
  attributes: Required<Omit<Draft, 'sortName' | 'custom'>> & { custom: NonNullable<Draft['custom']> }
  locked: Record<string, string>
  groups: string[]
}

/** The contacts that the rows of a batch may match. */
export interface Acquaintance {
  byPhone: Map<string, ExistingContact>
  /** Contacts that share a number they do not own. */
  sharing: Map<string, ExistingContact[]>
  byEmployeeId: Map<string, ExistingContact[]>
  /** Numbers that have opted out. */
  optedOut: Set<string>
  /** Contacts the member may not see. */
  hidden: Set<string>
}

interface Keys {
  phones: string[]
  employeeIds: string[]
}

/**
 * Finds the contacts with these numbers and employee ids, and the opt-outs of the numbers; `seen` finds the contacts
 * hidden from the member.
 */
export async function findExistingContacts(
  scope: Pick<Scope, 'db' | 'orgId' | 'fingerprint'>,
  visibleDb: Db | undefined,
  { phones, employeeIds }: Keys,
): Promise<Acquaintance> {
  const { db, orgId } = scope
  const [contacts, optedOut] = await Promise.all([
    sql<ContactRow>`
      select id, firstname, lastname, preferred_name as "preferredName", phone, phone_kind as "phoneKind", shares_phone as "sharesPhone",
        email, employee_id as "employeeId", job_title as "jobTitle", department, location, language, timezone,
        to_char(hire_date, 'YYYY-MM-DD') as "hireDate", birthday, work, custom, locked,
        (select coalesce(s.shift_id::text, 'any_time') from contact_shift s where s.org_id = c.org_id and s.contact_id = c.id) as shift,
        coalesce((select jsonb_agg(lower(g.name)) from group_member m join contact_group g on g.org_id = m.org_id and g.id = m.group_id and g.archived_at is null
          where m.org_id = c.org_id and m.contact_id = c.id), '[]') as groups
      from contact c
      where archived_at is null and (phone = any(${phones}::text[]) or (employee_id <> '' and employee_id = any(${employeeIds}::text[])))`.execute(
      db,
    ),
    optedOutAmong(db, { fingerprinter: scope, orgId, phones }),
  ])
  const existing: Acquaintance = {
    byPhone: new Map(),
    sharing: new Map(),
    byEmployeeId: new Map(),
    hidden: new Set<string>(),
    optedOut,
  }
  for (const { id, locked, groups, ...attributes } of contacts.rows) {
    const contact: ExistingContact = { id, attributes, locked, groups }
    if (attributes.phone !== null && !attributes.sharesPhone) existing.byPhone.set(attributes.phone, contact)
    if (attributes.phone !== null && attributes.sharesPhone) push(existing.sharing, attributes.phone, contact)
    if (attributes.employeeId !== '') push(existing.byEmployeeId, attributes.employeeId, contact)
  }
  if (visibleDb && contacts.rows.length > 0)
    existing.hidden = await hiddenOf(
      visibleDb,
      contacts.rows.map((row) => row.id),
    )
  return existing
}

type ContactRow = ExistingContact['attributes'] & { id: string; locked: Record<string, string>; groups: string[] }

async function hiddenOf(visibleDb: Db, ids: string[]): Promise<Set<string>> {
  const result = await sql<Row<'contact', 'id'>>`select id from contact where id = any(${ids}::uuid[])`.execute(
    visibleDb,
  )
  const visible = new Set(result.rows.map((row) => row.id))
  return new Set(ids.filter((id) => !visible.has(id)))
}

function push<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  map.set(key, [...(map.get(key) ?? []), value])
}
