import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Row } from '../../../kernel/db/row.ts'
import type { Tx } from '../../../kernel/scope.ts'
import { baseOf } from '../rules.ts'

/** One text of an organization, from one language to another. */
export interface TranslationRequest {
  orgId: string
  text: string
  from: string
  to: string
  /** Words that stay unchanged: names of people, machines, sites. */
  keep: readonly string[]
}

/** Returns an earlier translation of a service, or undefined. */
export async function recall(db: Db, request: TranslationRequest, provider: string): Promise<string | undefined> {
  const result = await sql<Row<'translation_memory', 'text'>>`
    select text from translation_memory where org_id = ${request.orgId} and hash = ${hashOf(request)} and lang_from = ${baseOf(request.from)}
      and lang_to = ${baseOf(request.to)} and provider = ${provider}`.execute(db)
  return result.rows[0]?.text
}

/** Returns the service that made this translation of the text, or undefined. */
export async function providerOf(db: Db, request: TranslationRequest, translated: string): Promise<string | undefined> {
  const result = await sql<Row<'translation_memory', 'provider'>>`
    select provider from translation_memory where org_id = ${request.orgId} and hash = ${hashOf(request)}
      and lang_from = ${baseOf(request.from)} and lang_to = ${baseOf(request.to)} and text = ${translated} limit 1`.execute(
    db,
  )
  return result.rows[0]?.provider
}

/** Stores a translation of a service. */
export async function remember(
  db: Db,
  request: TranslationRequest,
  { provider, text, now }: { provider: string; text: string; now: Date },
): Promise<void> {
  await sql`
    insert into translation_memory (org_id, hash, lang_from, lang_to, provider, text, source, created_at)
    values (${request.orgId}, ${hashOf(request)}, ${baseOf(request.from)}, ${baseOf(request.to)}, ${provider}, ${text}, ${sourceOf(request.text)}, ${now})
    on conflict do nothing`.execute(db)
}

/**
 * Deletes all translations of these texts, and old entries whose result equals one of them. The next request translates
 * anew.
 */
export async function deleteTranslations(tx: Tx, texts: string[]): Promise<void> {
  const unique = [...new Set(texts)].filter((text) => text !== '')
  if (unique.length === 0) return
  await sql`
    delete from translation_memory where org_id = ${tx.orgId}
      and (source = any(${unique.map(sourceOf)}::bytea[]) or (source is null and text = any(${unique}::text[])))`.execute(
    tx.db,
  )
}

function sourceOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** The key of a text. It includes the kept words, because they change the result. */
function hashOf({ text, keep }: TranslationRequest): Buffer {
  return createHash('sha256').update(text).update('\0').update(keep.join('\0')).digest()
}
