import { sql } from 'kysely'
import type { Tx } from '../../../kernel/scope.ts'
import type { StoredFile } from '../../files/index.ts'

/** Writes what callers hear. */
export async function writeGreeting(
  tx: Tx,
  greeting: { words: string; file: StoredFile | null; missedCallText: string },
): Promise<void> {
  const file = greeting.file && JSON.stringify(greeting.file)
  await sql`
    insert into greeting (org_id, words, file, missed_call_text, updated_at)
    values (${tx.orgId}, ${greeting.words}, ${file}::jsonb, ${greeting.missedCallText}, ${tx.world.now()})
    on conflict (org_id) do update set words = excluded.words, file = excluded.file,
      missed_call_text = excluded.missed_call_text, updated_at = excluded.updated_at`.execute(tx.db)
}

/** Writes what callers of one number hear instead. */
export async function writeLineGreeting(
  tx: Tx,
  lineId: string,
  greeting: { words: string; file: StoredFile | null },
): Promise<void> {
  const file = greeting.file && JSON.stringify(greeting.file)
  await sql`
    insert into line_greeting (org_id, line_id, words, file, updated_at)
    values (${tx.orgId}, ${lineId}, ${greeting.words}, ${file}::jsonb, ${tx.world.now()})
    on conflict (org_id, line_id) do update set words = excluded.words, file = excluded.file,
      updated_at = excluded.updated_at`.execute(tx.db)
}

/** Forgets what callers of one number hear instead. */
export async function deleteLineGreeting(tx: Tx, lineId: string): Promise<void> {
  await sql`delete from line_greeting where org_id = ${tx.orgId} and line_id = ${lineId}`.execute(tx.db)
}
