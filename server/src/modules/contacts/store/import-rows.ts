import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../../kernel/scope.ts'
import { recallOptOuts } from '../../consent/index.ts'
import { ContactChanged } from '../events.ts'
import { sortName } from '../rules.ts'
import { passOn } from './phones.ts'
import type { Row } from '../../../kernel/db/row.ts'

/**
 * Contacts to import, as a query that returns `row int`, `id uuid` and `draft jsonb`: the given fields by API name. One
 * statement writes a whole chunk, so that no rows travel through this process.
 */
export type Incoming = RawBuilder<unknown>

/** A draft field: its name, its column and the column's type. */
const FIELD_COLUMNS: [name: string, column: string, type: string][] = [
  ['firstname', 'firstname', 'text'],
  ['lastname', 'lastname', 'text'],
  ['sortName', 'sort_name', 'text'],
  ['preferredName', 'preferred_name', 'text'],
  ['phone', 'phone', 'text'],
  ['phoneKind', 'phone_kind', 'text'],
  ['sharesPhone', 'shares_phone', 'boolean'],
  ['email', 'email', 'text'],
  ['employeeId', 'employee_id', 'text'],
  ['language', 'language', 'text'],
  ['jobTitle', 'job_title', 'text'],
  ['department', 'department', 'text'],
  ['location', 'location', 'text'],
  ['timezone', 'timezone', 'text'],
  ['hireDate', 'hire_date', 'date'],
  ['birthday', 'birthday', 'text'],
  ['work', 'work', 'text'],
]

const record = sql.raw(`d(${FIELD_COLUMNS.map(([name, , type]) => `"${name}" ${type}`).join(', ')}, custom jsonb)`)

/**
 * Adds contacts with their given ids, of the import with this id or of an HR system, and returns the ids added. Skips
 * contacts whose number or employee id is taken by now.
 */
export async function insertRows(tx: Tx, from: { importId: string } | 'hris', incoming: Incoming): Promise<string[]> {
  const [source, importId] = from === 'hris' ? ['hris', null] : ['import', from.importId]
  const now = tx.world.now()
  // The ids return as one row: thousands of rows cost this process more than their ids. "(… in …) is true" scans the
  // existing contacts once and looks up each in a list of this chunk. A lookup per row was sometimes planned as a full
  // scan per row, because newly added contacts had no statistics yet.
  const added = await sql<{ ids: string | null; phones: string | null }>`
    with named as materialized (select p.draft->>'employeeId' as employee_id from (${incoming}) p where p.draft ? 'employeeId'),
    taken as materialized (
      select o.employee_id from contact o where o.org_id = ${tx.orgId} and o.employee_id <> '' and o.archived_at is null
        and (o.employee_id in (select employee_id from named)) is true),
    added as (
      insert into contact (org_id, id, firstname, lastname, sort_name, preferred_name, phone, phone_kind, phone_state, shares_phone, email,
        employee_id, language, job_title, department, location, timezone, hire_date, birthday, work, custom, source, import_id, created_at, updated_at)
      select ${tx.orgId}::uuid, p.id, d.firstname, coalesce(d.lastname, ''), d."sortName", coalesce(d."preferredName", ''), d.phone,
        coalesce(d."phoneKind", 'unknown'), case when d."phoneKind" = 'landline' then 'landline' else 'ok' end, coalesce(d."sharesPhone", false),
        coalesce(d.email, ''), coalesce(d."employeeId", ''), coalesce(d.language, 'en'), coalesce(d."jobTitle", ''), coalesce(d.department, ''),
        coalesce(d.location, ''), d.timezone, d."hireDate", d.birthday, coalesce(d.work, 'active'), jsonb_strip_nulls(coalesce(d.custom, '{}')),
        ${source}, ${importId}::uuid, ${now}::timestamptz, ${now}::timestamptz
      from (${incoming}) p cross join lateral jsonb_to_record(p.draft) as ${record}
      where (d."employeeId" in (select employee_id from taken)) is not true
      on conflict (org_id, phone) where phone is not null and archived_at is null and not shares_phone do nothing
      returning id, phone)
    select string_agg(id::text, ',') as ids, string_agg(phone, ',') as phones from added`.execute(tx.db)
  const { ids, phones } = added.rows[0] ?? {}
  await recallOptOuts(tx, phones?.split(',') ?? [])
  return ids?.split(',') ?? []
}

/** The changes to an existing contact: field values before and after, by name. */
export interface Changed {
  row: number
  id: string
  before: Record<string, unknown>
  after: Record<string, unknown>
}

const valueOf = (name: string, column: string, type: string) =>
  `${column} = case when t.draft ? '${name}' then (t.draft->>'${name}')::${type} else c.${column} end`

const before = sql.raw(
  `jsonb_build_object(${FIELD_COLUMNS.map(([name, column]) => `'${name}', o.${column}`).join(', ')}, 'custom', coalesce((select jsonb_object_agg(k, o.custom->k) from jsonb_object_keys(coalesce(t.draft->'custom', '{}')) k), '{}'))`,
)

/**
 * Updates existing contacts and returns the changes. Skips numbers that are taken by now and, unless the system that is
 * connected writes them, fields that a system manages.
 */
export async function updateRows(
  tx: Tx,
  incoming: Incoming,
  { isManaging = false }: { isManaging?: boolean } = {},
): Promise<Changed[]> {
  await sql`select from contact c where c.org_id = ${tx.orgId} and c.id in (select p.id from (${incoming}) p) order by c.id for update`.execute(
    tx.db,
  )
  const changed = await sql<Changed>`
    with t as materialized (
      select p.row, p.id, case when p.draft ? 'custom'
          then jsonb_set(p.draft - locked.names, '{custom}', (p.draft->'custom') - locked.customs) else p.draft - locked.names end
        - case when p.draft ? 'phone' and exists (select from contact x where x.org_id = ${tx.orgId} and x.phone = p.draft->>'phone'
            and x.archived_at is null and not x.shares_phone and x.id <> p.id) then array['phone', 'phoneKind', 'sharesPhone'] else '{}'::text[] end as draft
      from (${incoming}) p join contact h on h.org_id = ${tx.orgId} and h.id = p.id
        cross join lateral (select coalesce(array_agg(k), '{}') as names,
          coalesce(array_agg(substr(k, 8)) filter (where k like 'custom.%'), '{}') as customs
          from jsonb_object_keys(h.locked) k where not ${isManaging}::boolean) locked
      where h.archived_at is null and h.merged_into is null and h.erased_at is null)
    update contact c set ${sql.raw(FIELD_COLUMNS.map(([name, column, type]) => valueOf(name, column, type)).join(', '))},
      custom = case when t.draft ? 'custom' then jsonb_strip_nulls(c.custom || (t.draft->'custom')) else c.custom end,
      ${resetPhoneState}, updated_at = ${tx.world.now()}
    from t join contact o on o.org_id = ${tx.orgId} and o.id = t.id
    where c.org_id = ${tx.orgId} and c.id = t.id
    returning t.row, c.id, ${before} as before, t.draft as after`.execute(tx.db)
  await passFreed(
    tx,
    changed.rows.flatMap(({ before: was, after }) => ('phone' in after ? [was['phone']] : [])),
  )
  await recallOptOuts(tx, phonesOf(changed.rows.map((row) => row.after)))
  return changed.rows.map((row) => ({ ...row, before: only(row.before, row.after) }))
}

function phonesOf(attributes: Record<string, unknown>[]): string[] {
  return attributes.flatMap(({ phone }) => (typeof phone === 'string' ? [phone] : []))
}

/** Passes freed numbers to the contacts that share them, and publishes the new owners. */
async function passFreed(tx: Tx, phones: unknown[]): Promise<void> {
  const freed = phones.filter((phone) => typeof phone === 'string')
  const heirs = freed.length > 0 ? await passOn(tx, freed) : []
  if (heirs.length > 0) tx.publish(ContactChanged, { contactIds: heirs, fields: ['sharesPhone'] })
}

/** Resets the state of a changed number. */
const resetPhoneState = sql.raw(`
  phone_state = case when t.draft ? 'phone' and (t.draft->>'phone') is distinct from c.phone
    then case when t.draft->>'phoneKind' = 'landline' then 'landline' else 'ok' end else c.phone_state end,
  suspect_since = case when t.draft ? 'phone' and (t.draft->>'phone') is distinct from c.phone then null else c.suspect_since end,
  unreachable_at = case when t.draft ? 'phone' and (t.draft->>'phone') is distinct from c.phone then null else c.unreachable_at end`)

function only(values: Record<string, unknown>, names: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => name in names))
}

/** Archives the given contacts that came from an import or an HR system and have not changed since. Returns their ids. */
export async function archiveInserted(tx: Tx, ids: string[], source: 'import' | 'hris' = 'import'): Promise<string[]> {
  const archived = await sql<Row<'contact', 'id' | 'phone'>>`
    update contact set archived_at = ${tx.world.now()}, updated_at = ${tx.world.now()}
    where org_id = ${tx.orgId} and id = any(${ids}::uuid[]) and source = ${source} and archived_at is null and updated_at = created_at
    returning id, phone`.execute(tx.db)
  await passFreed(
    tx,
    archived.rows.map((row) => row.phone),
  )
  return archived.rows.map((row) => row.id)
}

const stillSo = (name: string, column: string, type: string) =>
  `t.after ? '${name}' and c.${column} is not distinct from (t.after->>'${name}')::${type}`

const restored = (name: string, column: string, type: string) =>
  `${column} = case when ${stillSo(name, column, type)}${name === 'phone' || name === 'phoneKind' || name === 'sharesPhone' ? ' and t.takes_phone' : ''} then (t.before->>'${name}')::${type} else c.${column} end`

/**
 * Restores the previous values of fields that have not changed since. Returns the contacts, and whether every field
 * could be restored.
 */
export async function restore(tx: Tx, changes: Omit<Changed, 'row'>[]): Promise<{ id: string; complete: boolean }[]> {
  const sorted = changes.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const put = await sql<Row<'contact', 'id' | 'firstname' | 'lastname'> & { complete: boolean }>`
    with t as materialized (
      select u.id, u.before, u.after, not (u.after ? 'phone') or not exists (select from contact x where x.org_id = ${tx.orgId}
          and x.phone = u.before->>'phone' and x.archived_at is null and not x.shares_phone and x.id <> u.id) as takes_phone
      from unnest(${sorted.map((change) => change.id)}::uuid[], ${sorted.map((change) => JSON.stringify(change.before))}::jsonb[],
        ${sorted.map((change) => JSON.stringify(change.after))}::jsonb[]) u(id, before, after)
      join contact h on h.org_id = ${tx.orgId} and h.id = u.id where h.archived_at is null order by u.id for update of h)
    update contact c set ${sql.raw(FIELD_COLUMNS.map(([name, column, type]) => restored(name, column, type)).join(', '))},
      custom = jsonb_strip_nulls(c.custom || coalesce((select jsonb_object_agg(k, t.before->'custom'->k)
        from jsonb_object_keys(coalesce(t.after->'custom', '{}')) k
        where coalesce(c.custom->k, 'null') = coalesce(t.after->'custom'->k, 'null')), '{}')),
      phone_state = case when t.after ? 'phone' and t.takes_phone and c.phone is not distinct from t.after->>'phone'
        then case when t.before->>'phoneKind' = 'landline' then 'landline' else 'ok' end else c.phone_state end,
      updated_at = ${tx.world.now()}
    from t join contact o on o.org_id = ${tx.orgId} and o.id = t.id
    where c.org_id = ${tx.orgId} and c.id = t.id
    returning c.id, c.firstname, c.lastname, t.takes_phone and (${sql.raw(
      FIELD_COLUMNS.filter(([name]) => name !== 'sortName')
        .map(
          ([name, column, type]) =>
            `(not (t.after ? '${name}') or o.${column} is not distinct from (t.after->>'${name}')::${type})`,
        )
        .join(' and '),
    )}) as complete`.execute(tx.db)
  await updateSortNames(tx, put.rows)
  await recallOptOuts(tx, phonesOf(sorted.map((change) => change.before)))
  return put.rows.map(({ id, complete }) => ({ id, complete }))
}

/** Recompute the sort name: only one part of a name may have been restored. */
async function updateSortNames(tx: Tx, contacts: { id: string; firstname: string; lastname: string }[]): Promise<void> {
  await sql`
    update contact c set sort_name = t.name
    from unnest(${contacts.map((contact) => contact.id)}::uuid[], ${contacts.map((contact) => sortName(contact.firstname, contact.lastname))}::text[]) t(id, name)
    where c.org_id = ${tx.orgId} and c.id = t.id and c.sort_name <> t.name`.execute(tx.db)
}
