import { sql } from 'kysely'
import type { Tx } from '../../kernel/scope.ts'

/** What is written of a saved reply. */
export interface ReplyFields {
  name: string
  shortcut: string
  body: string
  shared: boolean
}

/** Adds a saved reply. */
export async function addReply(tx: Tx, id: string, personId: string, fields: ReplyFields): Promise<void> {
  const now = tx.world.now()
  await sql`
    insert into saved_reply (org_id, id, person_id, name, shortcut, body, shared, created_at, updated_at)
    values (${tx.orgId}, ${id}, ${personId}, ${fields.name}, ${fields.shortcut}, ${fields.body}, ${fields.shared}, ${now}, ${now})`.execute(
    tx.db,
  )
}

/** A saved reply this person sees, locked until the transaction ends. */
export async function holdReply(
  tx: Tx,
  id: string,
  personId: string,
): Promise<(ReplyFields & { personId: string }) | undefined> {
  const found = await sql<ReplyFields & { personId: string }>`
    select name, shortcut, body, shared, person_id as "personId" from saved_reply
    where org_id = ${tx.orgId} and id = ${id} and (shared or person_id = ${personId}) for update`.execute(tx.db)
  return found.rows[0]
}

/** Writes the fields of a saved reply. */
export async function saveReply(tx: Tx, id: string, fields: ReplyFields): Promise<void> {
  await sql`
    update saved_reply set name = ${fields.name}, shortcut = ${fields.shortcut}, body = ${fields.body}, shared = ${fields.shared},
      updated_at = ${tx.world.now()}
    where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
}

/** Forgets a saved reply. */
export async function removeReply(tx: Tx, id: string): Promise<void> {
  await sql`delete from saved_reply where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
}

/** Counts one more use of a saved reply. */
export async function countReplyUse(tx: Tx, id: string): Promise<void> {
  await sql`update saved_reply set uses = uses + 1 where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
}

/** Saved replies that count against the limit: those the team shares, or this person's own. */
export async function countReplies(tx: Tx, personId: string, shared: boolean): Promise<number> {
  const found = await sql<{ n: number }>`
    select count(*)::int as n from saved_reply
    where org_id = ${tx.orgId} and shared = ${shared} and (shared or person_id = ${personId})`.execute(tx.db)
  return found.rows[0]?.n ?? 0
}

/** What is written of a keyword; `plain` is its word as texts are compared with it. */
export interface KeywordFields {
  word: string
  plain: string
  match: 'only' | 'first' | 'contains'
  reply: string
  active: boolean
}

/** Adds a keyword. */
export async function addKeyword(tx: Tx, id: string, fields: KeywordFields): Promise<void> {
  const now = tx.world.now()
  await sql`
    insert into keyword (org_id, id, word, plain, match, reply, active, created_at, updated_at)
    values (${tx.orgId}, ${id}, ${fields.word}, ${fields.plain}, ${fields.match}, ${fields.reply}, ${fields.active}, ${now}, ${now})`.execute(
    tx.db,
  )
}

/** A keyword as its row stands, locked until the transaction ends. */
export async function holdKeyword(tx: Tx, id: string): Promise<KeywordFields | undefined> {
  const found = await sql<KeywordFields>`
    select word, plain, match, reply, active from keyword where org_id = ${tx.orgId} and id = ${id} for update`.execute(
    tx.db,
  )
  return found.rows[0]
}

/** Writes the fields of a keyword. */
export async function saveKeyword(tx: Tx, id: string, fields: KeywordFields): Promise<void> {
  await sql`
    update keyword set word = ${fields.word}, plain = ${fields.plain}, match = ${fields.match}, reply = ${fields.reply},
      active = ${fields.active}, updated_at = ${tx.world.now()}
    where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
}

/** Forgets a keyword; answers whether there was one. */
export async function removeKeyword(tx: Tx, id: string): Promise<boolean> {
  const gone = await sql`delete from keyword where org_id = ${tx.orgId} and id = ${id} returning id`.execute(tx.db)
  return gone.rows.length > 0
}

/** How many keywords there are, active or not. */
export async function countKeywords(tx: Tx): Promise<number> {
  const found = await sql<{ n: number }>`select count(*)::int as n from keyword where org_id = ${tx.orgId}`.execute(
    tx.db,
  )
  return found.rows[0]?.n ?? 0
}

/** Counts answers by keyword, once for each id given; rows are locked in one order, so that two receivers never wait for each other. */
export async function countKeywordUses(tx: Tx, ids: string[]): Promise<void> {
  await sql`
    with used as (select id, count(*)::int as n from unnest(${ids}::uuid[]) id group by id),
      held as (select k.id from keyword k join used on used.id = k.id where k.org_id = ${tx.orgId} order by k.id for update of k)
    update keyword k set uses = k.uses + used.n from held join used using (id) where k.org_id = ${tx.orgId} and k.id = held.id`.execute(
    tx.db,
  )
}

/** Takes the turn of an away reply for each of these workers; answers those who have had none since then. */
export async function takeAwayTurns(tx: Tx, contactIds: string[], since: Date): Promise<Set<string>> {
  const taken = await sql<{ contact_id: string }>`
    insert into away_sent (org_id, contact_id, at)
    select ${tx.orgId}::uuid, id, ${tx.world.now()}::timestamptz from unnest(${[...contactIds].sort()}::uuid[]) id
    on conflict (org_id, contact_id) do update set at = excluded.at where away_sent.at is null or away_sent.at <= ${since}
    returning contact_id`.execute(tx.db)
  return new Set(taken.rows.map((row) => row.contact_id))
}

/** Takes one keyword answer for each of these workers; answers those who have had fewer than `most` since then. */
export async function takeKeywordTurns(
  tx: Tx,
  contactIds: string[],
  { since, most }: { since: Date; most: number },
): Promise<Set<string>> {
  const taken = await sql<{ contact_id: string }>`
    insert into away_sent (org_id, contact_id, keywords_since, keywords)
    select ${tx.orgId}::uuid, id, ${tx.world.now()}::timestamptz, 1 from unnest(${[...contactIds].sort()}::uuid[]) id
    on conflict (org_id, contact_id) do update set
      keywords_since = case when away_sent.keywords_since > ${since} then away_sent.keywords_since else excluded.keywords_since end,
      keywords = case when away_sent.keywords_since > ${since} then away_sent.keywords + 1 else 1 end
      where away_sent.keywords_since is null or away_sent.keywords_since <= ${since} or away_sent.keywords < ${most}
    returning contact_id`.execute(tx.db)
  return new Set(taken.rows.map((row) => row.contact_id))
}
