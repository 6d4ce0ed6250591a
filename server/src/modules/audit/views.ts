import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { StoredEntry } from './compare.ts'

/** The columns of an entry `e`. */
export const ENTRY = sql`e.org_id as "orgId", e.id, e.at, e.actor_id as "actorId", e.session_id as "sessionId", e.action, e.target,
  e.request_id as "requestId", e.detail, e.salt, e.commitment, e.mark`

/** Returns the organizations with entries that are in no chain. `since` limits how far back it looks, by the ids. */
export async function unsealedOrganizations(system: Db, since: Date): Promise<string[]> {
  const found = await sql<{ orgId: string }>`
    select distinct e.org_id as "orgId" from audit_entry e where e.id >= uuid_floor(${since}) and not exists (
      select from audit_seal s where s.org_id = e.org_id and s.entry_id = e.id)`.execute(system)
  return found.rows.map(({ orgId }) => orgId)
}

/**
 * Returns the organizations with entries in no chain since `overlapMs` before their last link, and that moment. Where there
 * is no link yet, all entries count.
 */
export async function interruptedChains(system: Db, overlapMs: number): Promise<{ orgId: string; since: Date }[]> {
  const found = await sql<{ orgId: string; since: Date }>`
    select o.id as "orgId", l.since from organization o
    cross join lateral (select coalesce((
      select e.at - make_interval(secs => ${overlapMs / 1000}) from audit_seal s
      join audit_entry e on e.org_id = s.org_id and e.id = s.entry_id
      where s.org_id = o.id order by s.seq desc limit 1), 'epoch') as since) l
    where exists (select from audit_entry e where e.org_id = o.id and e.id >= uuid_floor(l.since) and not exists (
      select from audit_seal s where s.org_id = e.org_id and s.entry_id = e.id))`.execute(system)
  return found.rows
}

/** Returns entries of an organization that are in no chain, oldest first. */
export async function unsealedEntries(
  db: Db,
  orgId: string,
  { since, most }: { since: Date; most: number },
): Promise<StoredEntry[]> {
  const found = await sql<StoredEntry>`
    select ${ENTRY} from audit_entry e where e.org_id = ${orgId} and e.id >= uuid_floor(${since}) and not exists (
      select from audit_seal s where s.org_id = e.org_id and s.entry_id = e.id)
    order by e.id limit ${most}`.execute(db)
  return found.rows
}

/** A link with its entry; the fields of the entry are null when it is missing. */
export type SealedRow = { seq: string; entryId: string; hash: Buffer } & {
  [Key in keyof StoredEntry]: StoredEntry[Key] | null
}

/** Returns the links of an organization after one, in their order, each with its entry. */
export async function sealedRows(
  db: Db,
  orgId: string,
  { after, most }: { after: number; most: number },
): Promise<SealedRow[]> {
  const found = await sql<SealedRow>`
    select s.seq, s.entry_id as "entryId", s.hash, ${ENTRY}
    from audit_seal s left join audit_entry e on e.org_id = s.org_id and e.id = s.entry_id
    where s.org_id = ${orgId} and s.seq > ${after} order by s.seq limit ${most}`.execute(db)
  return found.rows
}
