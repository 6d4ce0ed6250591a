import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { Tx } from '../../kernel/scope.ts'
import { baseOf } from './rules.ts'

/** A request to the configured translator. */
export interface Wish {
  orgId: string
  text: string
  from: string
  to: string
  /** Words that stay unchanged: names of people, machines, sites. */
  keep: readonly string[]
}

/** Returns an earlier translation of a service, or undefined. */
export async function recall(db: Db, wish: Wish, provider: string): Promise<string | undefined> {
  const result = await sql<{ text: string }>`
    select text from translation_memory where org_id = ${wish.orgId} and hash = ${hashOf(wish)} and lang_from = ${baseOf(wish.from)}
      and lang_to = ${baseOf(wish.to)} and provider = ${provider}`.execute(db)
  return result.rows[0]?.text
}

/** Stores a translation of a service. */
export async function remember(
  db: Db,
  wish: Wish,
  { provider, text, now }: { provider: string; text: string; now: Date },
): Promise<void> {
  await sql`
    insert into translation_memory (org_id, hash, lang_from, lang_to, provider, text, source, created_at)
    values (${wish.orgId}, ${hashOf(wish)}, ${baseOf(wish.from)}, ${baseOf(wish.to)}, ${provider}, ${text}, ${sourceOf(wish.text)}, ${now})
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
function hashOf({ text, keep }: Wish): Buffer {
  return createHash('sha256').update(text).update('\0').update(keep.join('\0')).digest()
}
