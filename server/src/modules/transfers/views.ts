import { TRANSFER_UNDO_MS } from '@crewline/contract/transfer-limits'
import { displayPhone } from '@crewline/contract/phone'
import type { Arrival, ArrivedText, Transfer, TransferOffer } from '@crewline/contract/transfers'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import { fail } from '../../kernel/failure.ts'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { summariesOf } from '../contacts/index.ts'

/** Returns the transfers of a contact, newest first; `not_found` for one that the actor cannot see. */
export async function transfersOf(
  scope: Scope,
  rawId: string,
): Promise<{ transfers: Transfer[]; arrivals: Arrival[] }> {
  const contactId = rawId.toLowerCase()
  const [summaries, transfers, arrivals] = await Promise.all([
    summariesOf(scope.db, scope.org.country, [contactId]),
    transfersWhere(scope, { contactId }),
    arrivalsOf(scope, contactId),
  ])
  if (summaries.length === 0) return fail('not_found')
  return { transfers, arrivals }
}

/** Returns one transfer out of the scope's organization. */
export async function transferById(scope: Scope, id: string): Promise<Transfer> {
  const [transfer] = await transfersWhere(scope, { id })
  return transfer ?? fail('not_found')
}

async function transfersWhere(
  { db, world }: Pick<Scope, 'db' | 'world'>,
  which: { contactId: string } | { id: string },
): Promise<Transfer[]> {
  const where = 'id' in which ? sql`t.id = ${which.id}` : sql`t.contact_id = ${which.contactId}`
  const found = await sql<Omit<Transfer, 'at' | 'doneAt' | 'undoUntil'> & { at: Date; doneAt: Date | null }>`
    select t.id, t.contact_id as "contactId", json_build_object('id', t.to_org_id, 'name', t.to_name) as "to", t.state,
      t.with_messages as "withMessages", trim(u.firstname || ' ' || u.lastname) as by, t.at, t.done_at as "doneAt"
    from contact_transfer t join user_account u on u.id = t.by_user where ${where} order by t.at desc, t.id desc limit 50`.execute(
    db,
  )
  return found.rows.map(({ at, doneAt, ...row }) => ({
    ...row,
    at: at.toISOString(),
    doneAt: doneAt?.toISOString() ?? null,
    undoUntil: row.state === 'done' ? undoUntil(doneAt, world.now()) : null,
  }))
}

async function arrivalsOf({ db, world }: Scope, contactId: string): Promise<Arrival[]> {
  const found = await sql<Omit<Arrival, 'at' | 'undoUntil'> & { at: Date }>`
    select a.id, a.contact_id as "contactId", a.from_name as "from", a.how, a.by_name as by, a.at, a.consent,
      (select count(*)::int from contact_arrival_text x where x.org_id = a.org_id and x.arrival_id = a.id) as texts
    from contact_arrival a where a.contact_id = ${contactId} and a.undone_at is null order by a.at desc, a.id desc limit 50`.execute(
    db,
  )
  return found.rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString(), undoUntil: undoUntil(at, world.now()) }))
}

function undoUntil(from: Date | null, now: Date): string | null {
  if (!from) return null
  const until = from.getTime() + TRANSFER_UNDO_MS
  return until > now.getTime() ? new Date(until).toISOString() : null
}

/** Whether a contact that the transaction sees is archived. */
export async function isArchived(tx: Tx, contactId: string): Promise<boolean> {
  const found = await sql`select from contact where id = ${contactId} and archived_at is not null`.execute(tx.db)
  return found.rows.length > 0
}

/** The other organization of a transfer, as one of the two sees it. */
export interface OtherSide {
  orgId: string
  /** Whether the handle's organization is the one that the contact left. */
  isSource: boolean
  isOffer: boolean
}

/** Finds a transfer out of or into the handle's organization. */
export async function otherSideOf(db: Db, id: string): Promise<OtherSide | undefined> {
  const found = await sql<OtherSide>`
    select to_org_id as "orgId", true as "isSource", state = 'offered' as "isOffer" from contact_transfer where id = ${id}
    union all
    select from_org_id, false, false from contact_arrival where id = ${id} limit 1`.execute(db)
  return found.rows[0]
}

/** An offer with the organization that makes it. */
export interface OpenOffer extends TransferOffer {
  fromId: string
}

interface OfferRow extends Omit<OpenOffer, 'contact' | 'existing' | 'at'> {
  firstname: string
  lastname: string
  phone: string | null
  at: Date
}

/** Lists what relatives, as in `relativesOf`, offer to an organization, oldest first. Needs a database handle for all organizations. */
export async function offersTo(system: Db, scope: Scope): Promise<OpenOffer[]> {
  const found = await sql<OfferRow>`
    select t.id, t.org_id as "fromId", o.name as "from", c.firstname, c.lastname, c.phone, coalesce(k.opted_out, false) as "optedOut",
      t.with_messages as "withMessages", trim(u.firstname || ' ' || u.lastname) as by, t.at
    from contact_transfer t join organization o on o.id = t.org_id and o.status <> 'closed'
    join organization me on me.id = ${scope.orgId}
      and (o.id = me.parent_id or o.parent_id = me.id or (o.parent_id = me.parent_id and exists (
        select from organization p where p.id = me.parent_id and coalesce((p.features ->> 'sync')::boolean, false))))
    join contact c on c.org_id = t.org_id and c.id = t.contact_id and c.archived_at is null
    join user_account u on u.id = t.by_user
    left join consent k on k.org_id = c.org_id and k.phone = c.phone
    where t.to_org_id = ${scope.orgId} and t.state = 'offered' order by t.at, t.id limit 200`.execute(system)
  const names = await ownersOf(scope.db, found.rows)
  return found.rows.map(({ firstname, lastname, phone, at, ...row }) => ({
    ...row,
    contact: {
      firstname,
      lastname,
      phone,
      phoneDisplay: phone === null ? null : displayPhone(phone, scope.org.country),
    },
    existing: (phone !== null && names.get(phone)) || null,
    at: at.toISOString(),
  }))
}

async function ownersOf(db: Db, rows: { phone: string | null }[]): Promise<Map<string, string>> {
  const found = await sql<{ phone: string; name: string }>`
    select phone, trim(firstname || ' ' || lastname) as name from contact
    where phone = any(${rows.flatMap(({ phone }) => phone ?? [])}::text[]) and archived_at is null and not shares_phone`.execute(
    db,
  )
  return new Map(found.rows.map(({ phone, name }) => [phone, name]))
}

/** Texts per page. */
const PAGE = 100

/** Returns a page of the texts that came along, newest first. */
export async function readTexts(
  { db }: Scope,
  id: string,
  before: number | undefined,
): Promise<{ from: string; texts: ArrivedText[]; before: number | null }> {
  const arrival = await sql<{ from: string }>`
    select from_name as "from" from contact_arrival where id = ${id} and undone_at is null`.execute(db)
  const { from } = arrival.rows[0] ?? fail('not_found')
  const found = await sql<Omit<ArrivedText, 'at'> & { at: Date }>`
    select nth, at, direction, sender, state, body, translation, files from contact_arrival_text
    where arrival_id = ${id} and (${before ?? null}::int is null or nth < ${before ?? null}::int)
    order by nth desc limit ${PAGE + 1}`.execute(db)
  const page = found.rows.slice(0, PAGE)
  const last = found.rows.length > PAGE ? page.at(-1) : undefined
  return { from, texts: page.map((row) => ({ ...row, at: row.at.toISOString() })), before: last?.nth ?? null }
}
