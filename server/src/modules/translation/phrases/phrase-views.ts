import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { PhraseLanguage } from './catalog.ts'

/** The text of an organization's phrase in one language. */
export interface StoredText {
  language: PhraseLanguage
  /** Empty once the language was removed. */
  text: string
  revision: number
  writtenBy: string | null
  writerName: string | null
  reviewerName: string | null
  reviewedAt: Date | null
}

/** A phrase of an organization. */
export interface StoredPhrase {
  id: string
  isSafety: boolean
  removedAt: Date | null
  texts: StoredText[]
}

/** Returns the name of the content of an organization's phrases; undefined when it never had any. */
export async function phrasesVersion(db: Db, orgId: string): Promise<string | undefined> {
  const result = await sql<{ version: string }>`
    select version from phrasebook where org_id = ${orgId}`.execute(db)
  return result.rows[0]?.version
}

/** Returns all phrases of an organization, removed ones included, newest first; with an id only that one. */
export async function storedPhrases(db: Db, orgId: string, id?: string): Promise<StoredPhrase[]> {
  const phrases = await sql<Omit<StoredPhrase, 'texts'>>`
    select id, is_safety as "isSafety", removed_at as "removedAt" from phrase
    where org_id = ${orgId} and (${id ?? null}::uuid is null or id = ${id ?? null}::uuid)
    order by created_at desc, id`.execute(db)
  const texts = await sql<StoredText & { phraseId: string }>`
    select t.phrase_id as "phraseId", t.language, t.text, t.revision, t.written_by as "writtenBy",
      nullif(trim(p.firstname || ' ' || p.lastname), '') as "writerName", t.reviewer_name as "reviewerName",
      t.reviewed_at as "reviewedAt"
    from phrase_text t left join user_account p on p.id = t.written_by
    where t.org_id = ${orgId} and (${id ?? null}::uuid is null or t.phrase_id = ${id ?? null}::uuid)`.execute(db)
  const byPhrase = Map.groupBy(texts.rows, ({ phraseId }) => phraseId)
  return phrases.rows.map((phrase) => ({ ...phrase, texts: byPhrase.get(phrase.id) ?? [] }))
}
