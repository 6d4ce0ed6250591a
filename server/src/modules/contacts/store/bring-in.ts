import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../../kernel/scope.ts'
import { recallOptOuts } from '../../consent/index.ts'
import { ContactChanged } from '../facts.ts'
import { sortName } from '../rules.ts'
import { passOn } from './phones.ts'

/**
 * People on their way in as a query that answers `row int`, `id uuid` and `draft jsonb`: facts by the names the API gives them,
 * only those that are said. One statement brings a whole chunk in, so that nothing of it travels through this process.
 */
export type Incoming = RawBuilder<unknown>

/** A fact of a draft: its name, its column and the column's type. */
const FACTS: [name: string, column: string, type: string][] = [
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

const record = sql.raw(`d(${FACTS.map(([name, , type]) => `"${name}" ${type}`).join(', ')}, custom jsonb)`)

/** Adds the people of an import, each with the id it was given; answers the ids of those who came in. Whose number or employee id is somebody else's by now stays out. */
export async function bringIn(tx: Tx, importId: string, people: Incoming): Promise<string[]> {
  const now = tx.world.now()
  // One line for all of them: thousands of rows cost this process more than their ids. "(… in …) is true" reads the workers
  // there are once and looks each up in a list of this chunk; a look-up per row was planned, now and then, as a walk through all of
  // them for each row, because nothing was counted yet of workers who have just come.
  const added = await sql<{ ids: string | null; phones: string | null }>`
    with named as materialized (select p.draft->>'employeeId' as employee_id from (${people}) p where p.draft ? 'employeeId'),
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
        'import', ${importId}::uuid, ${now}::timestamptz, ${now}::timestamptz
      from (${people}) p cross join lateral jsonb_to_record(p.draft) as ${record}
      where (d."employeeId" in (select employee_id from taken)) is not true
      on conflict (org_id, phone) where phone is not null and archived_at is null and not shares_phone do nothing
      returning id, phone)
    select string_agg(id::text, ',') as ids, string_agg(phone, ',') as phones from added`.execute(tx.db)
  const { ids, phones } = added.rows[0] ?? {}
  await recallOptOuts(tx, phones?.split(',') ?? [])
  return ids?.split(',') ?? []
}

/** What changed about somebody who was known: the facts as they were and as they are, by name. */
export interface Changed {
  row: number
  id: string
  before: Record<string, unknown>
  after: Record<string, unknown>
}

const valueOf = (name: string, column: string, type: string) =>
  `${column} = case when t.draft ? '${name}' then (t.draft->>'${name}')::${type} else c.${column} end`

const before = sql.raw(
  `jsonb_build_object(${FACTS.map(([name, column]) => `'${name}', o.${column}`).join(', ')}, 'custom', coalesce((select jsonb_object_agg(k, o.custom->k) from jsonb_object_keys(coalesce(t.draft->'custom', '{}')) k), '{}'))`,
)

/** Changes people who are known; answers what changed. Facts another system keeps stay, and a number somebody else has now is not taken. */
export async function bringUp(tx: Tx, people: Incoming): Promise<Changed[]> {
  await sql`select from contact c where c.org_id = ${tx.orgId} and c.id in (select p.id from (${people}) p) order by c.id for update`.execute(
    tx.db,
  )
  const changed = await sql<Changed>`
    with t as materialized (
      select p.row, p.id, case when p.draft ? 'custom'
          then jsonb_set(p.draft - locked.names, '{custom}', (p.draft->'custom') - locked.customs) else p.draft - locked.names end
        - case when p.draft ? 'phone' and exists (select from contact x where x.org_id = ${tx.orgId} and x.phone = p.draft->>'phone'
            and x.archived_at is null and not x.shares_phone and x.id <> p.id) then array['phone', 'phoneKind', 'sharesPhone'] else '{}'::text[] end as draft
      from (${people}) p join contact h on h.org_id = ${tx.orgId} and h.id = p.id
        cross join lateral (select array(select jsonb_object_keys(h.locked)) as names,
          array(select substr(k, 8) from jsonb_object_keys(h.locked) k where k like 'custom.%') as customs) locked
      where h.archived_at is null and h.merged_into is null and h.erased_at is null)
    update contact c set ${sql.raw(FACTS.map(([name, column, type]) => valueOf(name, column, type)).join(', '))},
      custom = case when t.draft ? 'custom' then jsonb_strip_nulls(c.custom || (t.draft->'custom')) else c.custom end,
      ${numberAnew}, updated_at = ${tx.world.now()}
    from t join contact o on o.org_id = ${tx.orgId} and o.id = t.id
    where c.org_id = ${tx.orgId} and c.id = t.id
    returning t.row, c.id, ${before} as before, t.draft as after`.execute(tx.db)
  await passFreed(
    tx,
    changed.rows.flatMap(({ before: was, after }) => ('phone' in after ? [was['phone']] : [])),
  )
  await recallOptOuts(tx, phonesOf(changed.rows.map((one) => one.after)))
  return changed.rows.map((one) => ({ ...one, before: only(one.before, one.after) }))
}

/** The numbers among these facts. */
function phonesOf(facts: Record<string, unknown>[]): string[] {
  return facts.flatMap(({ phone }) => (typeof phone === 'string' ? [phone] : []))
}

/** Gives numbers that were left to whoever shares them, and tells of the new owners. */
async function passFreed(tx: Tx, phones: unknown[]): Promise<void> {
  const freed = phones.filter((phone) => typeof phone === 'string')
  const heirs = freed.length > 0 ? await passOn(tx, freed) : []
  if (heirs.length > 0) tx.publish(ContactChanged, { contactIds: heirs, fields: ['sharesPhone'] })
}

/** A number that changed starts with a clean state. */
const numberAnew = sql.raw(`
  phone_state = case when t.draft ? 'phone' and (t.draft->>'phone') is distinct from c.phone
    then case when t.draft->>'phoneKind' = 'landline' then 'landline' else 'ok' end else c.phone_state end,
  suspect_since = case when t.draft ? 'phone' and (t.draft->>'phone') is distinct from c.phone then null else c.suspect_since end,
  unreachable_at = case when t.draft ? 'phone' and (t.draft->>'phone') is distinct from c.phone then null else c.unreachable_at end`)

function only(values: Record<string, unknown>, names: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => name in names))
}

/** Archives those of these people who came by an import and whom nobody has changed since; answers their ids. */
export async function takeBack(tx: Tx, ids: string[]): Promise<string[]> {
  const gone = await sql<{ id: string; phone: string | null }>`
    update contact set archived_at = ${tx.world.now()}, updated_at = ${tx.world.now()}
    where org_id = ${tx.orgId} and id = any(${ids}::uuid[]) and source = 'import' and archived_at is null and updated_at = created_at
    returning id, phone`.execute(tx.db)
  await passFreed(
    tx,
    gone.rows.map((row) => row.phone),
  )
  return gone.rows.map((row) => row.id)
}

const stillSo = (name: string, column: string, type: string) =>
  `t.after ? '${name}' and c.${column} is not distinct from (t.after->>'${name}')::${type}`

const restored = (name: string, column: string, type: string) =>
  `${column} = case when ${stillSo(name, column, type)}${name === 'phone' || name === 'phoneKind' || name === 'sharesPhone' ? ' and t.takes_phone' : ''} then (t.before->>'${name}')::${type} else c.${column} end`

/**
 * Gives people the facts back that they had, each only where it still is what it became; answers whom, and whether all of it
 * could be given back.
 */
export async function putBack(tx: Tx, changes: Omit<Changed, 'row'>[]): Promise<{ id: string; whole: boolean }[]> {
  const sorted = changes.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const put = await sql<{ id: string; whole: boolean; firstname: string; lastname: string }>`
    with t as materialized (
      select u.id, u.before, u.after, not (u.after ? 'phone') or not exists (select from contact x where x.org_id = ${tx.orgId}
          and x.phone = u.before->>'phone' and x.archived_at is null and not x.shares_phone and x.id <> u.id) as takes_phone
      from unnest(${sorted.map((one) => one.id)}::uuid[], ${sorted.map((one) => JSON.stringify(one.before))}::jsonb[],
        ${sorted.map((one) => JSON.stringify(one.after))}::jsonb[]) u(id, before, after)
      join contact h on h.org_id = ${tx.orgId} and h.id = u.id where h.archived_at is null order by u.id for update of h)
    update contact c set ${sql.raw(FACTS.map(([name, column, type]) => restored(name, column, type)).join(', '))},
      custom = jsonb_strip_nulls(c.custom || coalesce((select jsonb_object_agg(k, t.before->'custom'->k)
        from jsonb_object_keys(coalesce(t.after->'custom', '{}')) k
        where coalesce(c.custom->k, 'null') = coalesce(t.after->'custom'->k, 'null')), '{}')),
      phone_state = case when t.after ? 'phone' and t.takes_phone and c.phone is not distinct from t.after->>'phone'
        then case when t.before->>'phoneKind' = 'landline' then 'landline' else 'ok' end else c.phone_state end,
      updated_at = ${tx.world.now()}
    from t join contact o on o.org_id = ${tx.orgId} and o.id = t.id
    where c.org_id = ${tx.orgId} and c.id = t.id
    returning c.id, c.firstname, c.lastname, t.takes_phone and (${sql.raw(
      FACTS.filter(([name]) => name !== 'sortName')
        .map(
          ([name, column, type]) =>
            `(not (t.after ? '${name}') or o.${column} is not distinct from (t.after->>'${name}')::${type})`,
        )
        .join(' and '),
    )}) as whole`.execute(tx.db)
  await sortAnew(tx, put.rows)
  await recallOptOuts(tx, phonesOf(sorted.map((one) => one.before)))
  return put.rows.map(({ id, whole }) => ({ id, whole }))
}

/** Of a name only one part may have been given back. */
async function sortAnew(tx: Tx, people: { id: string; firstname: string; lastname: string }[]): Promise<void> {
  await sql`
    update contact c set sort_name = t.name
    from unnest(${people.map((one) => one.id)}::uuid[], ${people.map((one) => sortName(one.firstname, one.lastname))}::text[]) t(id, name)
    where c.org_id = ${tx.orgId} and c.id = t.id and c.sort_name <> t.name`.execute(tx.db)
}
