import type { ConsentAction, ConsentMethod } from '@crewline/contract/consent'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import { hashOfEntry, isWhole } from '../chain-rules.ts'
import { markOf, type Marker } from '../mark-rules.ts'

interface Standing {
  phone: string
  optedOut: boolean
  changedAt: Date
  noticeAt: Date | null
  last: string | null
}

interface Entry {
  id: string
  phone: string
  action: ConsentAction
  method: ConsentMethod
  words: string
  messageId: string | null
  personId: string | null
  at: Date
  hash: string | null
  before: string | null
}

/** What is left of a number: the end of its chain, and the entries. */
interface Kept {
  last: string | null
  entries: (Entry & { hash: string })[]
}

/**
 * Forgets these numbers with their history, unless somebody else has them. An opt-out stands whoever has the number later: of
 * such a number its mark stays, and when and how everything was said, without words, in a chain made anew. A history that was
 * not as it was written stays known as broken. Needs a handle across organizations; `held` are numbers that others have.
 */
export async function forgetNumbers(
  system: Db,
  marker: Marker,
  { orgId, phones, held }: { orgId: string; phones: string[]; held: string[] },
): Promise<void> {
  const others = new Set(held)
  const going = phones.filter((phone) => !others.has(phone)).sort()
  if (going.length === 0) return
  const marks = new Map(going.map((phone) => [phone, markOf(marker, orgId, phone)]))
  const [standing, entries] = await takeAway(system, orgId, [...going, ...marks.values()])
  for (const [phone, mark] of marks) {
    const now = standing.find((one) => one.phone === phone)
    const before = standing.find((one) => one.phone === mark)
    // Who never came back since an erasure has nothing but the mark.
    const stands = now ?? before
    if (!stands || !(now?.optedOut || before?.optedOut)) continue
    const earlier = entries.filter((entry) => entry.phone === mark)
    const later = entries.filter((entry) => entry.phone === phone)
    const kept = withoutWords(orgId, mark, {
      entries: [...inTime(earlier), ...inTime(later)],
      isSound: isSound(orgId, earlier, before?.last ?? null) && isSound(orgId, later, now?.last ?? null),
    })
    await keep(system, orgId, { ...stands, phone: mark, last: kept.last }, kept.entries)
  }
}

/** Removes what stands and what was said of these numbers, and answers it. */
async function takeAway(system: Db, orgId: string, numbers: string[]): Promise<[Standing[], Entry[]]> {
  const standing = await sql<Standing>`
    with held as materialized (
      select phone from consent where org_id = ${orgId} and phone = any(${numbers}::text[]) order by phone for update)
    delete from consent k using held where k.org_id = ${orgId} and k.phone = held.phone
    returning k.phone, k.opted_out as "optedOut", k.changed_at as "changedAt", k.notice_at as "noticeAt", encode(k.last_hash, 'hex') as last`.execute(
    system,
  )
  const entries = await sql<Entry>`
    delete from consent_event where org_id = ${orgId} and phone = any(${numbers}::text[])
    returning id, phone, action, method, words, message_id as "messageId", person_id as "personId", at,
      encode(hash, 'hex') as hash, encode(prev_hash, 'hex') as before`.execute(system)
  return [standing.rows, entries.rows]
}

function inTime(entries: Entry[]): Entry[] {
  return entries.toSorted((a, b) => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1))
}

/** Entries older than the chain are not judged. */
function isSound(orgId: string, entries: Entry[], last: string | null): boolean {
  const links = entries.flatMap((entry) =>
    entry.hash === null
      ? []
      : [{ hash: entry.hash, before: entry.before, again: hashOfEntry({ ...entry, orgId }, entry.before) }],
  )
  return isWhole(links, last)
}

function withoutWords(orgId: string, mark: string, was: { entries: Entry[]; isSound: boolean }): Kept {
  let last: string | null = null
  const entries = was.entries.map((entry) => {
    const bare = { ...entry, orgId, phone: mark, words: '', messageId: null, before: last }
    last = hashOfEntry(bare, last)
    return { ...bare, hash: last }
  })
  // The end of a chain that no entry has: what was changed once is never shown as whole again.
  return { entries, last: was.isSound ? last : mark.slice(1) }
}

async function keep(system: Db, orgId: string, stands: Standing, entries: Kept['entries']): Promise<void> {
  await sql`
    insert into consent (org_id, phone, opted_out, changed_at, notice_at, last_hash)
    values (${orgId}, ${stands.phone}, true, ${stands.changedAt}, ${stands.noticeAt}, decode(${stands.last}, 'hex'))`.execute(
    system,
  )
  const column = (name: keyof Kept['entries'][number]) => entries.map((entry) => entry[name])
  await sql`
    insert into consent_event (org_id, id, phone, action, method, words, person_id, at, prev_hash, hash)
    select ${orgId}::uuid, t.id, ${stands.phone}, t.action, t.method, '', t.person, t.at, decode(t.before, 'hex'), decode(t.hash, 'hex')
    from unnest(${column('id')}::uuid[], ${column('action')}::text[], ${column('method')}::text[], ${column('personId')}::uuid[],
      ${column('at')}::timestamptz[], ${column('before')}::text[], ${column('hash')}::text[]) t(id, action, method, person, at, before, hash)`.execute(
    system,
  )
}
