import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { CamelRow } from '../../../kernel/db/row.ts'
import { hashOfEntry, isChainIntact } from '../chain-rules.ts'
import { fingerprintOf, type Fingerprinter } from '../fingerprint-rules.ts'

/** The state of a number; `last` is the hash at the end of its chain, in hex. */
type ConsentRow = CamelRow<'consent', 'phone' | 'opted_out' | 'changed_at' | 'notice_at'> & { last: string | null }

/** An entry of a history, with its hash and the one before it, in hex. */
type Entry = CamelRow<
  'consent_event',
  'id' | 'phone' | 'action' | 'method' | 'wording' | 'message_id' | 'user_id' | 'at'
> & { hash: string | null; before: string | null }

/** What remains of a number: the end of its chain, and its entries. */
interface RemainingChain {
  last: string | null
  entries: (Entry & { hash: string })[]
}

/**
 * Deletes these numbers with their history, except numbers in `held`, which other contacts have. An opt-out must
 * survive: for such a number the phone fingerprint stays, with the time and method of every entry but no text, in a new
 * chain. A broken history stays marked as broken. Needs a database handle for all organizations.
 */
export async function eraseNumbers(
  system: Db,
  fingerprinter: Fingerprinter,
  { orgId, phones, held }: { orgId: string; phones: string[]; held: string[] },
): Promise<void> {
  const others = new Set(held)
  const going = phones.filter((phone) => !others.has(phone)).sort()
  if (going.length === 0) return
  const fingerprints = new Map(going.map((phone) => [phone, fingerprintOf(fingerprinter, orgId, phone)]))
  const [states, entries] = await takeAway(system, orgId, [...going, ...fingerprints.values()])
  for (const [phone, fingerprint] of fingerprints) {
    const now = states.find((state) => state.phone === phone)
    const before = states.find((state) => state.phone === fingerprint)
    // A number not seen again since an earlier erasure has only its fingerprint.
    const current = now ?? before
    if (!current || !(now?.optedOut || before?.optedOut)) continue
    const earlier = entries.filter((entry) => entry.phone === fingerprint)
    const later = entries.filter((entry) => entry.phone === phone)
    const remaining = stripText(orgId, fingerprint, {
      entries: [...inTime(earlier), ...inTime(later)],
      isSound: isSound(orgId, earlier, before?.last ?? null) && isSound(orgId, later, now?.last ?? null),
    })
    await keep(system, orgId, { ...current, phone: fingerprint, last: remaining.last }, remaining.entries)
  }
}

/** Deletes and returns the state and history of these numbers. */
async function takeAway(system: Db, orgId: string, numbers: string[]): Promise<[ConsentRow[], Entry[]]> {
  const states = await sql<ConsentRow>`
    with locked as materialized (
      select phone from consent where org_id = ${orgId} and phone = any(${numbers}::text[]) order by phone for update)
    delete from consent k using locked where k.org_id = ${orgId} and k.phone = locked.phone
    returning k.phone, k.opted_out as "optedOut", k.changed_at as "changedAt", k.notice_at as "noticeAt", encode(k.last_hash, 'hex') as last`.execute(
    system,
  )
  const entries = await sql<Entry>`
    delete from consent_event where org_id = ${orgId} and phone = any(${numbers}::text[])
    returning id, phone, action, method, wording, message_id as "messageId", user_id as "userId", at,
      encode(hash, 'hex') as hash, encode(prev_hash, 'hex') as before`.execute(system)
  return [states.rows, entries.rows]
}

function inTime(entries: Entry[]): Entry[] {
  return entries.toSorted((a, b) => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1))
}

/** Entries older than the chain are not checked. */
function isSound(orgId: string, entries: Entry[], last: string | null): boolean {
  const links = entries.flatMap((entry) =>
    entry.hash === null
      ? []
      : [{ hash: entry.hash, before: entry.before, recomputed: hashOfEntry({ ...entry, orgId }, entry.before) }],
  )
  return isChainIntact(links, last)
}

function stripText(orgId: string, fingerprint: string, was: { entries: Entry[]; isSound: boolean }): RemainingChain {
  let last: string | null = null
  const entries = was.entries.map((entry) => {
    const bare = { ...entry, orgId, phone: fingerprint, wording: '', messageId: null, before: last }
    last = hashOfEntry(bare, last)
    return { ...bare, hash: last }
  })
  // Set a chain end that matches no entry: a history that was once changed must never appear intact again.
  return { entries, last: was.isSound ? last : fingerprint.slice(1) }
}

async function keep(system: Db, orgId: string, state: ConsentRow, entries: RemainingChain['entries']): Promise<void> {
  await sql`
    insert into consent (org_id, phone, opted_out, changed_at, notice_at, last_hash)
    values (${orgId}, ${state.phone}, true, ${state.changedAt}, ${state.noticeAt}, decode(${state.last}, 'hex'))`.execute(
    system,
  )
  const column = (name: keyof RemainingChain['entries'][number]) => entries.map((entry) => entry[name])
  await sql`
    insert into consent_event (org_id, id, phone, action, method, wording, user_id, at, prev_hash, hash)
    select ${orgId}::uuid, t.id, ${state.phone}, t.action, t.method, '', t.person, t.at, decode(t.before, 'hex'), decode(t.hash, 'hex')
    from unnest(${column('id')}::uuid[], ${column('action')}::text[], ${column('method')}::text[], ${column('userId')}::uuid[],
      ${column('at')}::timestamptz[], ${column('before')}::text[], ${column('hash')}::text[]) t(id, action, method, person, at, before, hash)`.execute(
    system,
  )
}
