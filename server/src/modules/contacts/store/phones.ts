import type { Contact } from '@crewline/contract/contacts'
import { sql } from 'kysely'
import type { Tx } from '../../../kernel/scope.ts'
import { recallOptOuts } from '../../consent/index.ts'

/** The owner of a number: the one whose answers come from it. */
export interface PhoneOwner {
  id: string
  firstname: string
  lastname: string
}

/** Who has this number now, other than `exceptId`; who only shares it does not have it. */
export async function ownerOf(tx: Tx, phone: string, exceptId: string | null): Promise<PhoneOwner | undefined> {
  const found = await sql<PhoneOwner>`
    select id, firstname, lastname from contact
    where org_id = ${tx.orgId} and phone = ${phone} and archived_at is null and not shares_phone
      and id is distinct from ${exceptId}::uuid`.execute(tx.db)
  return found.rows[0]
}

/** As `ownerOf`, and the owner keeps the number until the transaction ends: a change of theirs waits for it. */
export async function keepOwner(tx: Tx, phone: string, exceptId: string | null): Promise<PhoneOwner | undefined> {
  const found = await sql<PhoneOwner>`
    select id, firstname, lastname from contact
    where org_id = ${tx.orgId} and phone = ${phone} and archived_at is null and not shares_phone
      and id is distinct from ${exceptId}::uuid for share`.execute(tx.db)
  return found.rows[0]
}

/** Facts with the number as its own where nobody has the number that was shared: a sharer who comes back may own it. */
export async function ownUnowned<Facts extends { phone: string | null; sharesPhone: boolean }>(
  tx: Tx,
  facts: Facts,
): Promise<Facts> {
  const { phone, sharesPhone } = facts
  if (phone === null || !sharesPhone) return facts
  return (await tx.unscoped(() => ownerOf(tx, phone, null))) ? facts : { ...facts, sharesPhone: false }
}

/**
 * Gives numbers that their owners left to whoever shares each the longest, seen by the actor or not; answers the new
 * owners. A number that has an owner, or that nobody shares, stays as it is.
 */
export async function passOn(tx: Tx, phones: string[]): Promise<string[]> {
  const passed = await tx.unscoped(() =>
    sql<{ id: string }>`
      update contact c set shares_phone = false, updated_at = ${tx.world.now()}
      from (select distinct on (s.phone) s.id from contact s
        where s.org_id = ${tx.orgId} and s.phone = any(${[...new Set(phones)].sort()}::text[]) and s.shares_phone and s.archived_at is null
          and not exists (select from contact o where o.org_id = s.org_id and o.phone = s.phone and o.archived_at is null and not o.shares_phone)
        order by s.phone, s.created_at, s.id) t
      where c.org_id = ${tx.orgId} and c.id = t.id
      returning c.id`.execute(tx.db),
  )
  return passed.rows.map((row) => row.id)
}

/** A contact found or made for a number that texted us. */
export interface KnownContact {
  id: string
  firstname: string
  lastname: string
  preferredName: string
  phone: string
  language: string
  work: Contact['work']
}

/**
 * The contact of each number, for all at once; a stranger becomes one named by the last digits, someone archived stays who
 * they are, and who was merged into somebody is that one. Live and archived contacts are asked for apart, because each has an index of its own; the live ones may be known
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
    select distinct on (c.phone) k.id, k.firstname, k.lastname, k.preferred_name as "preferredName", c.phone, k.language, k.work
    from contact c join contact k on k.org_id = c.org_id and k.id = coalesce(c.merged_into, c.id)
    where c.org_id = ${tx.orgId} and c.phone = any(${missing()}::text[]) and c.archived_at is not null
    order by c.phone, c.shares_phone, c.archived_at desc`.execute(tx.db)
  for (const row of archived.rows) known.set(row.phone, row)
  const strangers = missing()
  if (strangers.length === 0) return known
  await addStrangers(tx, strangers)
  for (const [phone, row] of await liveByPhone(tx, strangers)) known.set(phone, row)
  return known
}

/**
 * The contacts these numbers belong to now, by number; archived ones, strangers and who only shares a number are left out.
 * Each number is looked up by itself: asked for any of several, PostgreSQL reads all contacts while it does not know yet how
 * many there are, after an import for one.
 */
export async function liveByPhone(tx: Tx, phones: string[]): Promise<Map<string, KnownContact>> {
  const found = await sql<KnownContact>`
    select c.* from unnest(${[...new Set(phones)].sort()}::text[]) asked(phone) cross join lateral (
      select id, firstname, lastname, preferred_name as "preferredName", phone, language, work from contact
      where org_id = ${tx.orgId} and phone = asked.phone and archived_at is null and not shares_phone limit 1) c`.execute(
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
    on conflict (org_id, phone) where phone is not null and archived_at is null and not shares_phone do nothing`.execute(
    tx.db,
  )
  await recallOptOuts(tx, phones)
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
