import { sql } from 'kysely'
import type { Tx } from '../../kernel/scope.ts'
import { sortName } from './rules.ts'

/** What is written of a contact. */
export interface ContactFields {
  firstname: string
  lastname: string
  phone: string | null
  phoneKind: 'mobile' | 'landline' | 'voip' | 'unknown'
  language: string
  jobTitle: string
  location: string
  timezone: string | null
}

/** Adds a contact; answers false when the number belongs to someone already. */
export async function add(tx: Tx, id: string, fields: ContactFields, source: string): Promise<boolean> {
  const now = tx.world.now()
  const added = await sql`
    insert into contact (org_id, id, firstname, lastname, sort_name, phone, phone_kind, phone_state, language, job_title, location, timezone, source, created_at, updated_at)
    values (${tx.orgId}, ${id}, ${fields.firstname}, ${fields.lastname}, ${sortName(fields.firstname, fields.lastname)}, ${fields.phone},
            ${fields.phoneKind}, ${stateFor(fields.phoneKind)}, ${fields.language}, ${fields.jobTitle}, ${fields.location}, ${fields.timezone}, ${source}, ${now}, ${now})
    on conflict (org_id, phone) where phone is not null and archived_at is null do nothing
    returning id`.execute(tx.db)
  return added.rows.length > 0
}

/** A contact as its row stands, locked until the transaction ends. */
export async function hold(tx: Tx, id: string): Promise<(ContactFields & { archivedAt: Date | null }) | undefined> {
  const found = await sql<ContactFields & { archivedAt: Date | null }>`
    select firstname, lastname, phone, phone_kind as "phoneKind", language, job_title as "jobTitle", location, timezone, archived_at as "archivedAt"
    from contact where org_id = ${tx.orgId} and id = ${id} for update`.execute(tx.db)
  return found.rows[0]
}

/** Who has this number now, other than `exceptId`. */
export async function ownerOf(
  tx: Tx,
  phone: string,
  exceptId: string | null,
): Promise<{ id: string; firstname: string; lastname: string } | undefined> {
  const found = await sql<{ id: string; firstname: string; lastname: string }>`
    select id, firstname, lastname from contact
    where org_id = ${tx.orgId} and phone = ${phone} and archived_at is null and id is distinct from ${exceptId}::uuid`.execute(
    tx.db,
  )
  return found.rows[0]
}

/** Writes a contact's fields; a changed number starts with a clean state. */
export async function save(tx: Tx, id: string, fields: ContactFields, archivedAt: Date | null): Promise<void> {
  await sql`
    update contact set firstname = ${fields.firstname}, lastname = ${fields.lastname}, sort_name = ${sortName(fields.firstname, fields.lastname)},
      phone_state = case when phone is distinct from ${fields.phone} then ${stateFor(fields.phoneKind)} else phone_state end,
      suspect_since = case when phone is not distinct from ${fields.phone} then suspect_since end,
      unreachable_at = case when phone is not distinct from ${fields.phone} then unreachable_at end,
      phone = ${fields.phone}, phone_kind = ${fields.phoneKind}, language = ${fields.language}, job_title = ${fields.jobTitle},
      location = ${fields.location}, timezone = ${fields.timezone}, archived_at = ${archivedAt}, updated_at = ${tx.world.now()}
    where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
}

/** A contact found or made for a number that texted us. */
export interface KnownContact {
  id: string
  firstname: string
  lastname: string
  phone: string
  language: string
}

/**
 * The contact of each number, for all at once; a stranger becomes one named by the last digits, someone archived stays who
 * they are. Live and archived contacts are asked for apart, because each has an index of its own; the live ones may be known
 * already.
 */
export async function findOrAddByPhone(
  tx: Tx,
  phones: string[],
  live?: Map<string, KnownContact>,
): Promise<Map<string, KnownContact>> {
  const wanted = [...new Set(phones)].sort()
  const known = live ?? (await liveByPhone(tx, wanted))
  const missing = () => wanted.filter((phone) => !known.has(phone))
  if (missing().length === 0) return known
  const archived = await sql<KnownContact>`
    select distinct on (phone) id, firstname, lastname, phone, language from contact
    where org_id = ${tx.orgId} and phone = any(${missing()}::text[]) and archived_at is not null
    order by phone, archived_at desc`.execute(tx.db)
  for (const row of archived.rows) known.set(row.phone, row)
  const strangers = missing()
  if (strangers.length === 0) return known
  await addStrangers(tx, strangers)
  for (const [phone, row] of await liveByPhone(tx, strangers)) known.set(phone, row)
  return known
}

/** The contacts these numbers belong to now, by number; archived ones and strangers are left out. */
export async function liveByPhone(tx: Tx, phones: string[]): Promise<Map<string, KnownContact>> {
  const found = await sql<KnownContact>`
    select id, firstname, lastname, phone, language from contact
    where org_id = ${tx.orgId} and phone = any(${[...new Set(phones)].sort()}::text[]) and archived_at is null`.execute(
    tx.db,
  )
  return new Map(found.rows.map((row) => [row.phone, row]))
}

async function addStrangers(tx: Tx, phones: string[]): Promise<void> {
  const ids = phones.map(() => tx.world.id())
  const names = phones.map((phone) => `(…${phone.slice(-4)})`)
  const now = tx.world.now()
  await sql`
    insert into contact (org_id, id, firstname, lastname, sort_name, phone, source, created_at, updated_at)
    select ${tx.orgId}::uuid, t.id, 'Unknown', t.name, 'unknown ' || t.name, t.phone, 'inbound', ${now}, ${now}
    from unnest(${ids}::uuid[], ${names}::text[], ${phones}::text[]) t(id, name, phone)
    on conflict (org_id, phone) where phone is not null and archived_at is null do nothing`.execute(tx.db)
}

/** Remembers what carriers told us about numbers. */
export async function markPhone(tx: Tx, phones: string[], state: 'landline' | 'not_in_use'): Promise<string[]> {
  const marked = await sql<{ id: string }>`
    update contact set phone_state = ${state}, updated_at = ${tx.world.now()}
    where org_id = ${tx.orgId} and phone = any(${phones}::text[]) and archived_at is null and phone_state <> ${state}
    returning id`.execute(tx.db)
  return marked.rows.map((row) => row.id)
}

/**
 * Remembers that these contacts' numbers may be somebody else's now: people can still answer, and broadcasts leave them
 * out. Another number takes the mark away.
 */
export async function markSuspect(tx: Tx, ids: string[]): Promise<void> {
  await sql`
    update contact set suspect_since = ${tx.world.now()}
    where org_id = ${tx.orgId} and id = any(${ids}::uuid[]) and suspect_since is null`.execute(tx.db)
}

/** Texts given up on in so many days, in ms, because a phone had no signal; so many say that it may be nobody's. */
const UNREACHABLE_MS = 30 * 24 * 3_600_000
const UNREACHABLE_MOST = 5

/**
 * Notes that a text to each of these was given up on, because the phone had no signal on every try: the fifth within 30 days
 * marks the contact as `markSuspect` does. Contacts with another number by now are left alone.
 */
export async function noteUnreachable(tx: Tx, tried: { contactId: string; phone: string }[]): Promise<void> {
  const now = tx.world.now()
  await sql`
    update contact c set unreachable_at = t.lately,
      suspect_since = case when cardinality(t.lately) >= ${UNREACHABLE_MOST} then coalesce(c.suspect_since, ${now}) else c.suspect_since end
    from (
      select h.id, array(
        select at from unnest(array_append(h.unreachable_at, ${now}::timestamptz)) at
        where at > ${new Date(now.getTime() - UNREACHABLE_MS)} order by at desc limit ${UNREACHABLE_MOST}) as lately
      from contact h join unnest(${tried.map((one) => one.contactId)}::uuid[], ${tried.map((one) => one.phone)}::text[]) u(id, phone)
        on h.id = u.id and h.phone = u.phone
      where h.org_id = ${tx.orgId} order by h.id for update of h) t
    where c.org_id = ${tx.orgId} and c.id = t.id`.execute(tx.db)
}

function stateFor(kind: ContactFields['phoneKind']): 'ok' | 'landline' {
  return kind === 'landline' ? 'landline' : 'ok'
}
