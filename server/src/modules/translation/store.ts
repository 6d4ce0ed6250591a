import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
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
    insert into translation_memory (org_id, hash, lang_from, lang_to, provider, text, created_at)
    values (${wish.orgId}, ${hashOf(wish)}, ${baseOf(wish.from)}, ${baseOf(wish.to)}, ${provider}, ${text}, ${now})
    on conflict do nothing`.execute(db)
}

/** The key of a text: what is kept changes the answer too. */
function hashOf({ text, keep }: Wish): Buffer {
  return createHash('sha256').update(text).update('\0').update(keep.join('\0')).digest()
}
