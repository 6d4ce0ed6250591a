import { sql } from 'kysely'
import type { Tx } from '../../../kernel/scope.ts'
import type { StoredFile } from '../../files/index.ts'

/** A greeting with its stored recording. */
export interface GreetingContent {
  words: string
  file: StoredFile | null
}

/** A greeting with its optional replacements after hours and on holidays. */
export interface GreetingByHours extends GreetingContent {
  closed: GreetingContent | null
  holiday: GreetingContent | null
}

/** Writes the general greetings. */
export async function writeGreeting(tx: Tx, greeting: GreetingByHours & { missedCallText: string }): Promise<void> {
  await sql`
    insert into greeting (org_id, ${columns}, missed_call_text, updated_at)
    values (${tx.orgId}, ${valuesOf(greeting)}, ${greeting.missedCallText}, ${tx.world.now()})
    on conflict (org_id) do update set ${excluded}, missed_call_text = excluded.missed_call_text`.execute(tx.db)
}

/** Writes the greetings of one line. */
export async function writeLineGreeting(tx: Tx, lineId: string, greeting: GreetingByHours): Promise<void> {
  await sql`
    insert into line_greeting (org_id, line_id, ${columns}, updated_at)
    values (${tx.orgId}, ${lineId}, ${valuesOf(greeting)}, ${tx.world.now()})
    on conflict (org_id, line_id) do update set ${excluded}`.execute(tx.db)
}

/** Deletes the greetings of one line. */
export async function deleteLineGreeting(tx: Tx, lineId: string): Promise<void> {
  await sql`delete from line_greeting where org_id = ${tx.orgId} and line_id = ${lineId}`.execute(tx.db)
}

const columns = sql`words, file, closed_words, closed_file, holiday_words, holiday_file`
const excluded = sql`words = excluded.words, file = excluded.file, closed_words = excluded.closed_words,
  closed_file = excluded.closed_file, holiday_words = excluded.holiday_words, holiday_file = excluded.holiday_file,
  updated_at = excluded.updated_at`

/** Both columns of each greeting, in the order of `columns`. */
function valuesOf({ words, file, closed, holiday }: GreetingByHours) {
  const pair = (content: GreetingContent | null) =>
    sql`${content?.words ?? ''}, ${content?.file ? JSON.stringify(content.file) : null}::jsonb`
  return sql`${pair({ words, file })}, ${pair(closed)}, ${pair(holiday)}`
}
