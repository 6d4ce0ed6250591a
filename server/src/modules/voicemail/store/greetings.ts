import { sql } from 'kysely'
import type { Tx } from '../../../kernel/scope.ts'
import type { StoredFile } from '../../files/index.ts'

/** Something callers hear, with the recording as it is stored. */
export interface Told {
  words: string
  file: StoredFile | null
}

/** What callers hear, and what they hear instead outside business hours, if anything. */
export interface ToldByHours extends Told {
  closed: Told | null
}

/** Writes what callers hear. */
export async function writeGreeting(tx: Tx, greeting: ToldByHours & { missedCallText: string }): Promise<void> {
  const { file, closedFile, closedWords } = columnsOf(greeting)
  await sql`
    insert into greeting (org_id, words, file, closed_words, closed_file, missed_call_text, updated_at)
    values (${tx.orgId}, ${greeting.words}, ${file}::jsonb, ${closedWords}, ${closedFile}::jsonb,
      ${greeting.missedCallText}, ${tx.world.now()})
    on conflict (org_id) do update set words = excluded.words, file = excluded.file,
      closed_words = excluded.closed_words, closed_file = excluded.closed_file,
      missed_call_text = excluded.missed_call_text, updated_at = excluded.updated_at`.execute(tx.db)
}

/** Writes what callers of one number hear instead. */
export async function writeLineGreeting(tx: Tx, lineId: string, greeting: ToldByHours): Promise<void> {
  const { file, closedFile, closedWords } = columnsOf(greeting)
  await sql`
    insert into line_greeting (org_id, line_id, words, file, closed_words, closed_file, updated_at)
    values (${tx.orgId}, ${lineId}, ${greeting.words}, ${file}::jsonb, ${closedWords}, ${closedFile}::jsonb,
      ${tx.world.now()})
    on conflict (org_id, line_id) do update set words = excluded.words, file = excluded.file,
      closed_words = excluded.closed_words, closed_file = excluded.closed_file, updated_at = excluded.updated_at`.execute(
    tx.db,
  )
}

/** Forgets what callers of one number hear instead. */
export async function deleteLineGreeting(tx: Tx, lineId: string): Promise<void> {
  await sql`delete from line_greeting where org_id = ${tx.orgId} and line_id = ${lineId}`.execute(tx.db)
}

function columnsOf({ file, closed }: ToldByHours) {
  return {
    file: file && JSON.stringify(file),
    closedWords: closed?.words ?? '',
    closedFile: closed?.file ? JSON.stringify(closed.file) : null,
  }
}
