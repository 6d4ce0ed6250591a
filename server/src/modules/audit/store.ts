import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'

/** The end of a chain. */
export interface ChainEnd {
  seq: number
  hash: Buffer | null
}

/** Keeps other processes from the chain of an organization until the transaction ends, and returns its end. */
export async function lockChain(tx: Db, orgId: string): Promise<ChainEnd> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`audit seal|${orgId}`}, 0))`.execute(tx)
  const found = await sql<{ seq: string; hash: Buffer }>`
    select seq, hash from audit_seal where org_id = ${orgId} order by seq desc limit 1`.execute(tx)
  const [end] = found.rows
  return end ? { seq: Number(end.seq), hash: end.hash } : { seq: 0, hash: null }
}

/** Adds links to the chain of an organization. */
export async function addLinks(
  tx: Db,
  orgId: string,
  { links, now }: { links: { seq: number; entryId: string; hash: Buffer }[]; now: Date },
): Promise<void> {
  await sql`
    insert into audit_seal (org_id, seq, entry_id, hash, sealed_at)
    select ${orgId}::uuid, seq, entry_id, hash, ${now}::timestamptz
    from unnest(${links.map(({ seq }) => seq)}::bigint[], ${links.map(({ entryId }) => entryId)}::uuid[],
      ${links.map(({ hash }) => hash)}::bytea[]) l(seq, entry_id, hash)`.execute(tx)
}
