import { FormContent } from '@crewline/contract/form-content'
import type { Form, FormResponse, forms } from '@crewline/contract/forms'
import type { QueryOf } from '@crewline/contract/endpoint'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import { isOnHold } from '../legal-holds/index.ts'
import { isOpenAt, kioskLinkOf, linkOf, type StoredForm } from './rules.ts'
import { FORM } from './store/forms.ts'

interface FormRow extends StoredForm {
  updatedAt: Date
  responses: number
  publishedClosesAt: string | null
}

const ORDERS = { name: sql`lower(f.name)`, updatedAt: sql`f.updated_at` } as const

/** Returns a page of the forms, or the one with an id. Counts only answers that the handle may see. */
export async function formsOf(
  db: Db,
  query: QueryOf<typeof forms>,
  { publicUrl, now }: { publicUrl: string; now: Date },
): Promise<{ data: Form[]; page: number; pageSize: number }> {
  const { page, pageSize, id, search, archived, status, sort, order } = query
  const like = search ? `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%` : null
  const direction = order === 'asc' ? sql`asc` : sql`desc`
  const found = await sql<FormRow>`
    select ${FORM}, f.updated_at as "updatedAt",
      (select v.content->>'closesAt' from form_version v
        where v.org_id = f.org_id and v.form_id = f.id and v.version = f.published_version) as "publishedClosesAt",
      (select count(*)::int from form_response r where r.org_id = f.org_id and r.form_id = f.id) as responses
    from form f
    where case when ${id ?? null}::uuid is null then (f.archived_at is not null) = ${archived === 'yes'} else f.id = ${id ?? null}::uuid end
      and (${like}::text is null or lower(f.name) like ${like})
      and (${status ?? null}::text is null or ${statusAt(now)} = ${status ?? null})
    order by ${ORDERS[sort]} ${direction}, f.id ${direction} limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(
    db,
  )
  return { data: found.rows.map((row) => toForm(row, publicUrl, now)), page, pageSize }
}

/** The status of form `f` at a moment: an open one whose time is over is closed. */
function statusAt(now: Date): RawBuilder<string> {
  return sql`case when f.status = 'draft' then 'draft'
    when f.status = 'open' and f.archived_at is null and coalesce((select (v.content->>'closesAt')::timestamptz > ${now} from form_version v
      where v.org_id = f.org_id and v.form_id = f.id and v.version = f.published_version), true) then 'open' else 'closed' end`
}

function toForm(row: FormRow, publicUrl: string, now: Date): Form {
  const isOpen = isOpenAt(row, row.publishedClosesAt, now)
  return {
    // A form that was saved before a setting existed has its default.
    ...FormContent.parse(row.content),
    id: row.id,
    status: row.status === 'draft' ? 'draft' : isOpen ? 'open' : 'closed',
    archived: row.archivedAt !== null,
    link: linkOf(publicUrl, row.code),
    kiosk:
      row.kioskCode === null
        ? null
        : { link: kioskLinkOf(publicUrl, row.kioskCode), idleSeconds: row.kioskIdleSeconds },
    version: row.version,
    publishedVersion: row.publishedVersion,
    responses: row.responses,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** Returns the form at a public address. Needs a handle for all organizations: the address names its own. */
export async function formByCode(system: Db, code: string): Promise<StoredForm | undefined> {
  const found = await sql<StoredForm>`select ${FORM} from form where code = ${code}`.execute(system)
  return found.rows[0]
}

/** Returns the form of a shared tablet. Needs a handle for all organizations: the address names its own. */
export async function formByKiosk(system: Db, code: string): Promise<StoredForm | undefined> {
  const found = await sql<StoredForm>`select ${FORM} from form where kiosk_code = ${code}`.execute(system)
  return found.rows[0]
}

/** Returns the contact with an employee number. */
export async function contactWithNumber(db: Db, orgId: string, employeeId: string): Promise<string | undefined> {
  const found = await sql<{ id: string }>`
    select id from contact where org_id = ${orgId} and lower(employee_id) = lower(${employeeId}) and employee_id <> '' and archived_at is null
    order by id limit 1`.execute(db)
  return found.rows[0]?.id
}

/** Returns a form by its id. */
export async function formById(db: Db, orgId: string, id: string): Promise<StoredForm | undefined> {
  const found = await sql<StoredForm>`select ${FORM} from form where org_id = ${orgId} and id = ${id}`.execute(db)
  return found.rows[0]
}

/** A version that was published before a setting existed has its default. */
const DEFAULTS = JSON.stringify({ maxResponses: null, askCode: false, byText: false, setFields: [], textAfter: {} })

/** Returns the published content of a version. */
export async function versionOf(
  db: Db,
  { orgId, id }: Pick<StoredForm, 'orgId' | 'id'>,
  version: number,
): Promise<FormContent | undefined> {
  const found = await sql<{ content: FormContent }>`
    select ${DEFAULTS}::jsonb || content as content from form_version where org_id = ${orgId} and form_id = ${id} and version = ${version}`.execute(
    db,
  )
  return found.rows[0]?.content
}

/** Returns the form of the organization at one of these addresses, if it exists. */
export async function formByAddress(db: Db, orgId: string, codes: string[]): Promise<StoredForm | undefined> {
  const found = await sql<StoredForm>`
    select ${FORM} from form where org_id = ${orgId} and code = any(${codes}::text[]) order by id limit 1`.execute(db)
  return found.rows[0]
}

/** Counts the responses of a form that the handle may see. */
export async function countResponses(db: Db, orgId: string, formId: string): Promise<number> {
  const found = await sql<{ n: number }>`
    select count(*)::int as n from form_response where org_id = ${orgId} and form_id = ${formId}`.execute(db)
  return found.rows[0]?.n ?? 0
}

/** Returns whose response this is; undefined when the handle does not see it, and when it is anonymous. */
export async function namedResponse(
  db: Db,
  { orgId, id }: Pick<StoredForm, 'orgId' | 'id'>,
  responseId: string,
): Promise<{ contactId: string | null; via: FormResponse['via'] } | undefined> {
  const found = await sql<{ contactId: string | null; via: FormResponse['via'] }>`
    select contact_id as "contactId", via from form_response
    where org_id = ${orgId} and form_id = ${id} and id = ${responseId} and via <> 'anonymous' for update`.execute(db)
  return found.rows[0]
}

/** Returns whether a contact themself sent a response of a form that is still stored. */
export async function hasNamed(
  db: Db,
  { orgId, id }: Pick<StoredForm, 'orgId' | 'id'>,
  contactId: string,
): Promise<boolean> {
  const found = await sql`
    select from form_response
    where org_id = ${orgId} and form_id = ${id} and contact_id = ${contactId} and via in ('link', 'text') limit 1`.execute(
    db,
  )
  return found.rows.length > 0
}

/** Returns which of these contacts answered a form. */
export async function answeredAmong(
  db: Db,
  { orgId, id }: Pick<StoredForm, 'orgId' | 'id'>,
  contactIds: string[],
): Promise<Set<string>> {
  const found = await sql<{ contactId: string }>`
    select contact_id as "contactId" from form_participant
    where org_id = ${orgId} and form_id = ${id} and contact_id = any(${contactIds}::uuid[])`.execute(db)
  return new Set(found.rows.map(({ contactId }) => contactId))
}

/** The person of a personal link. */
export interface Person {
  id: string
  phone: string | null
  language: string
}

/** Returns the contact of a personal link, or the one that it was merged into; undefined when it is archived or erased. */
export async function personOf(db: Db, orgId: string, contactId: string): Promise<Person | undefined> {
  const found = await sql<Person>`
    select c.id, c.phone, c.language from contact c
    where c.org_id = ${orgId} and c.archived_at is null and c.erased_at is null
      and c.id = (select coalesce(o.merged_into, o.id) from contact o where o.org_id = ${orgId} and o.id = ${contactId})`.execute(
    db,
  )
  return found.rows[0]
}

/** Returns the contact that owns a number; undefined when none does. */
export async function personWithPhone(db: Db, orgId: string, phone: string): Promise<Person | undefined> {
  const found = await sql<Person>`
    select id, phone, language from contact
    where org_id = ${orgId} and phone = ${phone} and archived_at is null and erased_at is null and not shares_phone
    limit 1`.execute(db)
  return found.rows[0]
}

/** Returns whether a number that belonged to no contact answered a form. */
export async function hasNumber(
  db: Db,
  { orgId, id }: Pick<StoredForm, 'orgId' | 'id'>,
  numberHash: Buffer,
): Promise<boolean> {
  const found = await sql`
    select from form_number where org_id = ${orgId} and form_id = ${id} and number_hash = ${numberHash}`.execute(db)
  return found.rows.length > 0
}

/** Returns whether a contact answered a form through a personal link. */
export async function hasAnswered(
  db: Db,
  { orgId, id }: Pick<StoredForm, 'orgId' | 'id'>,
  contactId: string,
): Promise<boolean> {
  const found = await sql`
    select 1 from form_participant where org_id = ${orgId} and form_id = ${id} and contact_id = ${contactId}`.execute(
    db,
  )
  return found.rows.length > 0
}

/** Returns whether a submission of a form is stored; its name is known to no one but the page that sent it. */
export async function isStored(
  db: Db,
  { orgId, id }: Pick<StoredForm, 'orgId' | 'id'>,
  nonce: string,
): Promise<boolean> {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(nonce)) return false
  const found = await sql`
    select 1 from form_response where org_id = ${orgId} and form_id = ${id} and id = ${nonce}`.execute(db)
  return found.rows.length > 0
}

/** Returns whether a legal hold covers one of the answers of a form, finished or not. Needs a handle that sees all of them. */
export async function isAnyAnswerHeld(db: Db, orgId: string, formId: string): Promise<boolean> {
  const result = await sql`
    select from form_response r where r.org_id = ${orgId} and r.form_id = ${formId}
      and ${isOnHold(sql`r.org_id`, sql`r.contact_id`, sql`case when r.via <> 'anonymous' then r.at end`)}
    union all
    select from flow f join flow_answer a on a.org_id = f.org_id and a.flow_id = f.id
    where f.org_id = ${orgId} and f.owner_kind = 'form' and f.owner_id = ${formId}
      and ${isOnHold(sql`a.org_id`, sql`a.contact_id`, sql`a.at`)} limit 1`.execute(db)
  return result.rows.length > 0
}
