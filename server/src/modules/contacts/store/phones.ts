import type { Contact } from '@crewline/contract/contacts'
import { sql } from 'kysely'
import type { Tx } from '../../../kernel/scope.ts'
import { recallOptOuts } from '../../consent/index.ts'
import type { Row } from '../../../kernel/db/row.ts'

/** The owner of a number: the contact that its replies belong to. */
export interface PhoneOwner {
  id: string
  firstname: string
  lastname: string
}

/** Returns the owner of a number other than `exceptId`. A contact that only shares it is not an owner. */
export async function ownerOf(tx: Tx, phone: string, exceptId: string | null): Promise<PhoneOwner | undefined> {
  const result = await sql<PhoneOwner>`
    select id, firstname, lastname from contact
    where org_id = ${tx.orgId} and phone = ${phone} and archived_at is null and not shares_phone
      and id is distinct from ${exceptId}::uuid`.execute(tx.db)
  return result.rows[0]
}

/** Works like `ownerOf`, and locks the owner until the transaction ends. */
export async function keepOwner(tx: Tx, phone: string, exceptId: string | null): Promise<PhoneOwner | undefined> {
  const result = await sql<PhoneOwner>`
    select id, firstname, lastname from contact
    where org_id = ${tx.orgId} and phone = ${phone} and archived_at is null and not shares_phone
      and id is distinct from ${exceptId}::uuid for share`.execute(tx.db)
  return result.rows[0]
}

/** Makes a sharing contact the owner when the shared number has no owner, for example after it is restored. */
export async function claimUnownedNumber<Attributes extends { phone: string | null; sharesPhone: boolean }>(
  tx: Tx,
  attributes: Attributes,
): Promise<Attributes> {
  const { phone, sharesPhone } = attributes
  if (phone === null || !sharesPhone) return attributes
  return (await tx.unscoped(() => ownerOf(tx, phone, null))) ? attributes : { ...attributes, sharesPhone: false }
}

/**
 * Passes numbers that lost their owner to the contact that has shared each the longest, visible to the actor or not.
 * Returns the new owners. Skips numbers that have an owner or are not shared.
 */
export async function passOn(tx: Tx, phones: string[]): Promise<string[]> {
  const passed = await tx.unscoped(() =>
    sql<Row<'contact', 'id'>>`
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

/** A contact found or created for a number. */
export interface PhoneContact {
  id: string
  firstname: string
  lastname: string
  preferredName: string
  phone: string
  language: string
  work: Contact['work']
}

/**
 * Returns the contact of each number, in one batch. An unknown number gets a contact named by its last digits, an
 * archived contact is kept, and a merged contact resolves to the kept one. Active and archived contacts are queried
 * separately because each has its own index; the active ones may already be known.
 */
export async function findOrAddByPhone(
  tx: Tx,
  phones: string[],
  live?: Map<string, PhoneContact>,
  source: 'inbound' | 'optin' = 'inbound',
): Promise<Map<string, PhoneContact>> {
  const uniquePhones = [...new Set(phones)].sort()
  const byPhone = live ?? (await liveByPhone(tx, uniquePhones))
  const missing = () => uniquePhones.filter((phone) => !byPhone.has(phone))
  if (missing().length === 0) return byPhone
  const archived = await sql<PhoneContact>`
    select distinct on (c.phone) k.id, k.firstname, k.lastname, k.preferred_name as "preferredName", c.phone, k.language, k.work
    from contact c join contact k on k.org_id = c.org_id and k.id = coalesce(c.merged_into, c.id)
    where c.org_id = ${tx.orgId} and c.phone = any(${missing()}::text[]) and c.archived_at is not null
    order by c.phone, c.shares_phone, c.archived_at desc`.execute(tx.db)
  for (const row of archived.rows) byPhone.set(row.phone, row)
  const strangers = missing()
  if (strangers.length === 0) return byPhone
  await addStrangers(tx, strangers, source)
  for (const [phone, row] of await liveByPhone(tx, strangers)) byPhone.set(phone, row)
  return byPhone
}

/**
 * Returns the active contacts that own these numbers, by number. Looks up each number separately: for a list,
 * PostgreSQL reads all contacts while it has no row count yet, for example after an import.
 */
export async function liveByPhone(tx: Tx, phones: string[]): Promise<Map<string, PhoneContact>> {
  const result = await sql<PhoneContact>`
    select c.* from unnest(${[...new Set(phones)].sort()}::text[]) asked(phone) cross join lateral (
      select id, firstname, lastname, preferred_name as "preferredName", phone, language, work from contact
      where org_id = ${tx.orgId} and phone = asked.phone and archived_at is null and not shares_phone limit 1) c`.execute(
    tx.db,
  )
  return new Map(result.rows.map((row) => [row.phone, row]))
}

async function addStrangers(tx: Tx, phones: string[], source: string): Promise<void> {
  const ids = phones.map(() => tx.world.id())
  const names = phones.map((phone) => `(…${phone.slice(-4)})`)
  const now = tx.world.now()
  await sql`
    insert into contact (org_id, id, firstname, lastname, sort_name, phone, language, source, created_at, updated_at)
    select ${tx.orgId}::uuid, t.id, 'Unknown', t.name, 'unknown ' || t.name, t.phone, o.language, ${source}, ${now}, ${now}
    from unnest(${ids}::uuid[], ${names}::text[], ${phones}::text[]) t(id, name, phone)
    join organization o on o.id = ${tx.orgId}::uuid
    on conflict (org_id, phone) where phone is not null and archived_at is null and not shares_phone do nothing`.execute(
    tx.db,
  )
  await recallOptOuts(tx, phones)
}

/** Stores the state of numbers that carriers reported. */
export async function setPhoneState(tx: Tx, phones: string[], state: 'landline' | 'not_in_use'): Promise<string[]> {
  const marked = await sql<Row<'contact', 'id'>>`
    update contact set phone_state = ${state}, updated_at = ${tx.world.now()}
    where org_id = ${tx.orgId} and phone = any(${phones}::text[]) and archived_at is null and phone_state <> ${state}
    returning id`.execute(tx.db)
  return marked.rows.map((row) => row.id)
}

/**
 * Marks numbers as possibly reassigned: replies stay possible, and broadcasts skip these contacts. A new number clears
 * the mark.
 */
export async function markSuspect(tx: Tx, ids: string[]): Promise<void> {
  await sql`
    update contact set suspect_since = ${tx.world.now()}
    where org_id = ${tx.orgId} and id = any(${ids}::uuid[]) and suspect_since is null`.execute(tx.db)
}

/**
 * Failed deliveries to a phone without signal: this many within this period, in ms, mark the number as possibly
 * reassigned.
 */
const UNREACHABLE_MS = 30 * 24 * 3_600_000
const UNREACHABLE_MOST = 5

/**
 * Records an expired message to a phone without signal. The fifth within 30 days marks the contact as `markSuspect`
 * does. Skips contacts whose number has changed.
 */
export async function noteUnreachable(tx: Tx, failures: { contactId: string; phone: string }[]): Promise<void> {
  const now = tx.world.now()
  await sql`
    update contact c set unreachable_at = t.lately,
      suspect_since = case when cardinality(t.lately) >= ${UNREACHABLE_MOST} then coalesce(c.suspect_since, ${now}) else c.suspect_since end
    from (
      select h.id, array(
        select at from unnest(array_append(h.unreachable_at, ${now}::timestamptz)) at
        where at > ${new Date(now.getTime() - UNREACHABLE_MS)} order by at desc limit ${UNREACHABLE_MOST}) as lately
      from contact h join unnest(${failures.map((failure) => failure.contactId)}::uuid[], ${failures.map((failure) => failure.phone)}::text[]) u(id, phone)
        on h.id = u.id and h.phone = u.phone
      where h.org_id = ${tx.orgId} order by h.id for update of h) t
    where c.org_id = ${tx.orgId} and c.id = t.id`.execute(tx.db)
}
