import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { Tx } from '../../kernel/scope.ts'
import { baseOf } from './rules.ts'

/** What is asked of the translator an installation has. */
export interface Wish {
  orgId: string
  text: string
  from: string
  to: string
  /** Words that stay as they are: names of people, machines, sites. */
  keep: readonly string[]
}

/** What a service has translated before; undefined when it never did. */
export async function recall(db: Db, wish: Wish, provider: string): Promise<string | undefined> {
  const found = await sql<{ text: string }>`
    select text from translation_memory where org_id = ${wish.orgId} and hash = ${hashOf(wish)} and lang_from = ${baseOf(wish.from)}
      and lang_to = ${baseOf(wish.to)} and provider = ${provider}`.execute(db)
  return found.rows[0]?.text
}

/** Remembers what a service has translated. */
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
 * Forgets every translation made of these texts or that reads like one of them, whoever said it first: what is asked again is
 * translated anew.
 */
export async function forgetTranslations(tx: Tx, texts: string[]): Promise<void> {
  const wanted = [...new Set(texts)].filter((text) => text !== '')
  if (wanted.length === 0) return
  await sql`
    delete from translation_memory where org_id = ${tx.orgId}
      and (source = any(${wanted.map(sourceOf)}::bytea[]) or (source is null and text = any(${wanted}::text[])))`.execute(
    tx.db,
  )
}

function sourceOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** The key of a text: what is kept changes the answer too. */
function hashOf({ text, keep }: Wish): Buffer {
  return createHash('sha256').update(text).update('\0').update(keep.join('\0')).digest()
}
