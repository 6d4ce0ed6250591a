import { sql } from 'kysely'
import type { Tx } from '../../kernel/scope.ts'
import type { Row } from '../../kernel/db/row.ts'

/** The editable fields of a saved reply. */
export interface ReplyFields {
  name: string
  shortcut: string
  body: string
  shared: boolean
}

/** Adds a saved reply. */
export async function addReply(tx: Tx, id: string, userId: string, fields: ReplyFields): Promise<void> {
  const now = tx.world.now()
  await sql`
    insert into saved_reply (org_id, id, user_id, name, shortcut, body, shared, created_at, updated_at)
    values (${tx.orgId}, ${id}, ${userId}, ${fields.name}, ${fields.shortcut}, ${fields.body}, ${fields.shared}, ${now}, ${now})`.execute(
    tx.db,
  )
}

/** Locks a saved reply that this user can see until the transaction ends. */
export async function lockReply(
  tx: Tx,
  id: string,
  userId: string,
): Promise<(ReplyFields & { userId: string }) | undefined> {
  const result = await sql<ReplyFields & { userId: string }>`
    select name, shortcut, body, shared, user_id as "userId" from saved_reply
    where org_id = ${tx.orgId} and id = ${id} and (shared or user_id = ${userId}) for update`.execute(tx.db)
  return result.rows[0]
}

/** Writes the fields of a saved reply. */
export async function saveReply(tx: Tx, id: string, fields: ReplyFields): Promise<void> {
  await sql`
    update saved_reply set name = ${fields.name}, shortcut = ${fields.shortcut}, body = ${fields.body}, shared = ${fields.shared},
      updated_at = ${tx.world.now()}
    where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
}

/** Deletes a saved reply. */
export async function removeReply(tx: Tx, id: string): Promise<void> {
  await sql`delete from saved_reply where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
}

/** Counts one more use of a saved reply. */
export async function countReplyUse(tx: Tx, id: string): Promise<void> {
  await sql`update saved_reply set uses = uses + 1 where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
}

/** Returns the number of saved replies that count toward the limit: the shared ones, or this user's own. */
export async function countReplies(tx: Tx, userId: string, shared: boolean): Promise<number> {
  const result = await sql<{ n: number }>`
    select count(*)::int as n from saved_reply
    where org_id = ${tx.orgId} and shared = ${shared} and (shared or user_id = ${userId})`.execute(tx.db)
  return result.rows[0]?.n ?? 0
}

/** The editable fields of a keyword; `plain` is its normalized word. */
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

/** Locks a keyword until the transaction ends. */
export async function lockKeyword(tx: Tx, id: string): Promise<KeywordFields | undefined> {
  const result = await sql<KeywordFields>`
    select word, plain, match, reply, active from keyword where org_id = ${tx.orgId} and id = ${id} for update`.execute(
    tx.db,
  )
  return result.rows[0]
}

/** Writes the fields of a keyword. */
export async function saveKeyword(tx: Tx, id: string, fields: KeywordFields): Promise<void> {
  await sql`
    update keyword set word = ${fields.word}, plain = ${fields.plain}, match = ${fields.match}, reply = ${fields.reply},
      active = ${fields.active}, updated_at = ${tx.world.now()}
    where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
}

/** Deletes a keyword. Returns whether it existed. */
export async function removeKeyword(tx: Tx, id: string): Promise<boolean> {
  const deleted = await sql`delete from keyword where org_id = ${tx.orgId} and id = ${id} returning id`.execute(tx.db)
  return deleted.rows.length > 0
}

/** Returns the number of keywords, active or not. */
export async function countKeywords(tx: Tx): Promise<number> {
  const result = await sql<{ n: number }>`select count(*)::int as n from keyword where org_id = ${tx.orgId}`.execute(
    tx.db,
  )
  return result.rows[0]?.n ?? 0
}

/**
 * Counts one use of a keyword for each id given. Rows are locked in one order, so that two transactions cannot
 * deadlock.
 */
export async function countKeywordUses(tx: Tx, ids: string[]): Promise<void> {
  await sql`
    with used as (select id, count(*)::int as n from unnest(${ids}::uuid[]) id group by id),
      held as (select k.id from keyword k join used on used.id = k.id where k.org_id = ${tx.orgId} order by k.id for update of k)
    update keyword k set uses = k.uses + used.n from held join used using (id) where k.org_id = ${tx.orgId} and k.id = held.id`.execute(
    tx.db,
  )
}

/** Claims an away reply for each of these contacts. Returns those who have had none since the given moment. */
export async function takeAwayTurns(tx: Tx, contactIds: string[], since: Date): Promise<Set<string>> {
  const claimed = await sql<Row<'away_sent', 'contact_id'>>`
    insert into away_sent (org_id, contact_id, at)
    select ${tx.orgId}::uuid, id, ${tx.world.now()}::timestamptz from unnest(${[...contactIds].sort()}::uuid[]) id
    on conflict (org_id, contact_id) do update set at = excluded.at where away_sent.at is null or away_sent.at <= ${since}
    returning contact_id`.execute(tx.db)
  return new Set(claimed.rows.map((row) => row.contact_id))
}

/**
 * Claims one keyword answer for each of these contacts. Returns those who have had fewer than `most` since the given
 * moment.
 */
export async function takeKeywordTurns(
  tx: Tx,
  contactIds: string[],
  { since, most }: { since: Date; most: number },
): Promise<Set<string>> {
  const claimed = await sql<Row<'away_sent', 'contact_id'>>`
    insert into away_sent (org_id, contact_id, keywords_since, keywords)
    select ${tx.orgId}::uuid, id, ${tx.world.now()}::timestamptz, 1 from unnest(${[...contactIds].sort()}::uuid[]) id
    on conflict (org_id, contact_id) do update set
      keywords_since = case when away_sent.keywords_since > ${since} then away_sent.keywords_since else excluded.keywords_since end,
      keywords = case when away_sent.keywords_since > ${since} then away_sent.keywords + 1 else 1 end
      where away_sent.keywords_since is null or away_sent.keywords_since <= ${since} or away_sent.keywords < ${most}
    returning contact_id`.execute(tx.db)
  return new Set(claimed.rows.map((row) => row.contact_id))
}

/** The automatic answers counted for two contacts before a merge, and for the kept one right after; survives JSON. */
export interface MovedAnswerTurns {
  from: Record<string, unknown>[]
  to: Record<string, unknown>[]
  after: Record<string, unknown>[]
}

async function answerTurnsOf(tx: Tx, contactId: string): Promise<Record<string, unknown>[]> {
  const result = await sql<{ row: Record<string, unknown> }>`
    select to_jsonb(t) as row from away_sent t where t.org_id = ${tx.orgId} and t.contact_id = ${contactId}`.execute(
    tx.db,
  )
  return result.rows.map(({ row }) => row)
}

/** Counts the automatic answers of one contact for another, the later and larger of both. */
export async function mergeAnswerTurns(tx: Tx, fromId: string, toId: string): Promise<MovedAnswerTurns> {
  const before = { from: await answerTurnsOf(tx, fromId), to: await answerTurnsOf(tx, toId) }
  await sql`
    insert into away_sent (org_id, contact_id, at, keywords_since, keywords)
    select org_id, ${toId}::uuid, at, keywords_since, keywords from away_sent where org_id = ${tx.orgId} and contact_id = ${fromId}
    on conflict (org_id, contact_id) do update set at = greatest(away_sent.at, excluded.at),
      keywords_since = greatest(away_sent.keywords_since, excluded.keywords_since), keywords = greatest(away_sent.keywords, excluded.keywords)`.execute(
    tx.db,
  )
  await deleteAnswerTurns(tx, [fromId])
  return { ...before, after: await answerTurnsOf(tx, toId) }
}

/** Reverts `mergeAnswerTurns`; the kept contact keeps its count when another answer was sent since. */
export async function restoreAnswerTurns(
  tx: Tx,
  { toId }: { toId: string },
  { from, to, after }: MovedAnswerTurns,
): Promise<void> {
  const unchanged = await sql`
    delete from away_sent t where t.org_id = ${tx.orgId} and t.contact_id = ${toId}
      and to_jsonb(t) = any(select jsonb_array_elements(${JSON.stringify(after)}::jsonb)) returning t.contact_id`.execute(
    tx.db,
  )
  for (const rows of [from, ...(unchanged.rows.length > 0 ? [to] : [])])
    await sql`insert into away_sent select r.* from jsonb_populate_recordset(null::away_sent, ${JSON.stringify(rows)}::jsonb) r
      on conflict do nothing`.execute(tx.db)
}

/** Deletes the counts of automatic answers of these contacts. */
export async function deleteAnswerTurns(tx: Tx, contactIds: string[]): Promise<void> {
  await sql`delete from away_sent where org_id = ${tx.orgId} and contact_id = any(${contactIds}::uuid[])`.execute(tx.db)
}
