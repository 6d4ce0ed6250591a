import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Tx } from '../../../kernel/scope.ts'
import type { PhraseLanguage } from '../phrases/catalog.ts'

/**
 * Locks the phrases of the organization until the transaction ends, and names their content anew. Every change calls it
 * first.
 */
export async function lockPhrases(tx: Tx): Promise<void> {
  await sql`
    insert into phrasebook (org_id) values (${tx.orgId})
    on conflict (org_id) do update set version = gen_random_uuid()`.execute(tx.db)
}

/** Adds a phrase without texts. */
export async function insertPhrase(tx: Tx, id: string, isSafety: boolean): Promise<void> {
  await sql`
    insert into phrase (org_id, id, is_safety, created_at)
    values (${tx.orgId}, ${id}, ${isSafety}, ${tx.world.now()})`.execute(tx.db)
}

/** Sets whether a phrase is about safety. One that becomes so loses the reviews by those who wrote the texts. */
export async function writeSafety(tx: Tx, id: string, isSafety: boolean): Promise<void> {
  await sql`update phrase set is_safety = ${isSafety} where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
  if (!isSafety) return
  await sql`
    update phrase_text set reviewed_by = null, reviewer_name = null, reviewed_at = null
    where org_id = ${tx.orgId} and phrase_id = ${id} and reviewed_by = written_by`.execute(tx.db)
}

/** Writes texts of a phrase, each with the next revision and without a review. An empty text removes its language. */
export async function writeTexts(
  tx: Tx,
  id: string,
  texts: { language: PhraseLanguage; text: string }[],
  writtenBy: string,
): Promise<void> {
  await sql`
    insert into phrase_text (org_id, phrase_id, language, text, revision, written_by)
    select ${tx.orgId}::uuid, ${id}::uuid, language, text, 1, ${writtenBy}::uuid
    from unnest(${texts.map(({ language }) => language)}::text[], ${texts.map(({ text }) => text)}::text[]) t (language, text)
    on conflict (org_id, phrase_id, language) do update set text = excluded.text, revision = phrase_text.revision + 1,
      written_by = excluded.written_by, reviewed_by = null, reviewer_name = null, reviewed_at = null`.execute(tx.db)
}

/** Marks a phrase as removed, or as restored with null. */
export async function writeRemoved(tx: Tx, id: string, at: Date | null): Promise<void> {
  await sql`update phrase set removed_at = ${at} where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
}

/** Writes who confirmed the text in a language, or with null that no one does any more. */
export async function writeReview(
  tx: Tx,
  id: string,
  language: PhraseLanguage,
  reviewer: { userId: string; name: string } | null,
): Promise<void> {
  await sql`
    update phrase_text set reviewed_by = ${reviewer?.userId ?? null}, reviewer_name = ${reviewer?.name ?? null},
      reviewed_at = ${reviewer && tx.world.now()}
    where org_id = ${tx.orgId} and phrase_id = ${id} and language = ${language}`.execute(tx.db)
}

/** Deletes the phrases of every organization that were removed before a moment. */
export async function deleteRemoved(system: Db, before: Date): Promise<void> {
  await sql`delete from phrase where removed_at < ${before}`.execute(system)
}
