import type { SubjectRequest } from '@crewline/contract/subject-requests'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { NeededForRequest } from '../legal-holds/index.ts'

type Stored = Omit<SubjectRequest, 'closedAt'> & { closedAt: Date | null }

/** Returns the requests about data, open ones first by due date, or one of them. */
export async function requestsOf(db: Db, id: string | null = null): Promise<SubjectRequest[]> {
  const found = await sql<Stored>`
    select r.id, r.contact_id as "contactId", r.name, r.kind, r.asked_by as "askedBy", r.asked_on::text as "askedOn",
      r.due_on::text as "dueOn", r.state, r.reason,
      case when e.id is null then null else json_build_object('exportId', e.id, 'state', e.state) end as package,
      coalesce((select trim(p.firstname || ' ' || p.lastname) from user_account p where p.id = r.logged_by), '') as "loggedBy",
      (select trim(p.firstname || ' ' || p.lastname) from user_account p where p.id = r.closed_by) as "closedBy",
      r.closed_at as "closedAt"
    from subject_request r left join record_export e on e.org_id = r.org_id and e.id = r.export_id
    where ${id}::uuid is null or r.id = ${id}::uuid
    order by (r.state <> 'open'), case when r.state = 'open' then r.due_on end, r.closed_at desc, r.id limit 200`.execute(
    db,
  )
  return found.rows.map((row) => ({ ...row, closedAt: row.closedAt?.toISOString() ?? null }))
}

/**
 * Returns the contact that has the data of a person now, and its name: after a merge the kept contact. Undefined for an erased
 * contact and for one that does not exist.
 */
export async function contactOfPerson(db: Db, contactId: string): Promise<{ id: string; name: string } | undefined> {
  const found = await sql<{ id: string; name: string }>`
    select k.id, coalesce(nullif(trim(k.firstname || ' ' || k.lastname), ''), k.phone, k.email, '') as name
    from contact c join contact k on k.org_id = c.org_id and k.id = coalesce(c.merged_into, c.id)
    where c.id = ${contactId} and k.erased_at is null`.execute(db)
  return found.rows[0]
}

/** An entry of the audit log that names a person. */
export interface NamingEntry {
  at: string
  action: string
  by: string
  detail: object
}

/**
 * The areas of the audit log whose entries a person gets. Others say what the organization does about itself, such as a
 * legal hold, which the person must not learn of here.
 */
const AREAS = [
  'broadcast',
  'consent',
  'contact',
  'contacts',
  'conversation',
  'conversations',
  'file',
  'form',
  'group',
  'groups',
  'import',
  'message',
  'note',
  'subject-request',
  'tag',
]

/**
 * Locks the contacts of an export until the transaction ends, so that none is erased meanwhile. Returns whether one was.
 */
export async function lockErased(db: Db, exportId: string): Promise<boolean> {
  const found = await sql<{ isErased: boolean }>`
    select c.erased_at is not null as "isErased" from record_export e
      join contact c on c.org_id = e.org_id and c.id = any(e.contact_ids)
    where e.id = ${exportId} and e.options ->> 'isSubject' = 'true' for share of c`.execute(db)
  return found.rows.some(({ isErased }) => isErased)
}

/**
 * Returns the entries of some areas of the audit log whose object is one of these contacts, or whose details name one,
 * oldest first.
 */
export async function entriesNaming(db: Db, contactIds: string[]): Promise<NamingEntry[]> {
  const patterns = contactIds.map((id) => `%${id}%`)
  const found = await sql<NamingEntry & { at: Date }>`
    select e.at, e.action, coalesce(trim(p.firstname || ' ' || p.lastname), '') as by,
      case when e.target = any(${contactIds}::text[]) then e.detail else '{}' end as detail
    from audit_entry e left join user_account p on p.id = e.actor_id
    where (e.target = any(${contactIds}::text[]) or e.detail::text like any(${patterns}::text[]))
      and split_part(e.action, '.', 1) = any(${AREAS}::text[])
    order by e.at, e.id limit 100000`.execute(db)
  return found.rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() }))
}

/**
 * Selects whether a person asked for their data and has no answer yet, for the port `neededForRequest`. A merge moves what a
 * person asked for to the kept contact, so that one is needed, too. A list that depends on no outer row is read once, not for
 * each message.
 */
export const isNeededForRequest: NeededForRequest = (orgId, contactId) => sql<boolean>`((${orgId}, ${contactId}) in (
  select q.org_id, needed.id from subject_request q
    join contact c on c.org_id = q.org_id and c.id = q.contact_id and c.erased_at is null
    cross join lateral (values (c.id), (c.merged_into)) needed(id)
  where q.kind = 'access' and q.state = 'open' and needed.id is not null)) is true`
