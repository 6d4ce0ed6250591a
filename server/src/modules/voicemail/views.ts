import type { QueryOf } from '@crewline/contract/endpoint'
import type { Voicemail, voicemails } from '@crewline/contract/voicemail'
import { sql } from 'kysely'
import { cursorOf, readTimeCursor } from '../../kernel/db/paging.ts'
import type { Db } from '../../kernel/db/pool.ts'
import type { Scope } from '../../kernel/scope.ts'
import { summaryColumns, summaryFrom, type SummaryRow } from '../contacts/index.ts'
import type { StoredFile } from '../files/index.ts'
import { threadVoicemails } from '../messages/index.ts'
import { remembered, type VoicemailRow } from './rules.ts'
import { voicemailColumns } from './store.ts'
import type { GreetingContent, GreetingByHours } from './store/greetings.ts'

type Row = VoicemailRow & SummaryRow

const from = sql`from voicemail v join contact c on c.org_id = v.org_id and c.id = v.contact_id
  left join consent k on k.org_id = c.org_id and k.phone = c.phone`
/** Renames the contact's language, because both tables have a `language` column. */
const columns = sql`${summaryColumns}, c.language as contact_language, ${voicemailColumns}`

type Listed = Row & { contact_language: string }

function voicemailFrom(
  row: Listed,
  { orgId, country, nowMs }: { orgId: string; country: string; nowMs: number },
): Voicemail {
  return {
    ...threadVoicemails.summaryOf(orgId, remembered(row), nowMs),
    contact: summaryFrom({ ...row, language: row.contact_language }, country),
    messageId: row.messageId,
    language: row.language,
    state: row.state,
    at: row.at.toISOString(),
  }
}

const eyesOf = (scope: Scope) => ({
  orgId: scope.orgId,
  country: scope.org.country,
  nowMs: scope.world.now().getTime(),
})

/** Returns a page of voicemails, latest first, and the number of unheard ones. */
export async function voicemailPage(scope: Scope, query: QueryOf<typeof voicemails>) {
  const after = query.cursor ? readTimeCursor(query.cursor) : undefined
  const offset = after ? 0 : (query.page - 1) * query.pageSize
  const ofState = query.state === 'all' ? sql`v.state <> 'archived'` : sql`v.state = ${query.state}`
  const [result, unheard] = await Promise.all([
    sql<Listed>`
      select ${columns} ${from}
      where v.deleted_at is null and ${ofState} ${after ? sql`and (v.at, v.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
      order by v.at desc, v.id desc limit ${query.pageSize + 1} offset ${offset}`.execute(scope.db),
    countUnheard(scope.db),
  ])
  const rows = result.rows.slice(0, query.pageSize)
  const last = result.rows.length > query.pageSize ? rows.at(-1) : undefined
  return {
    data: rows.map((row) => voicemailFrom(row, eyesOf(scope))),
    page: query.page,
    pageSize: query.pageSize,
    ...(last ? { nextCursor: cursorOf({ key: last.at.toISOString(), id: last.id }) } : {}),
    unheard,
  }
}

/** Returns one voicemail, or undefined. */
export async function voicemailById(scope: Scope, id: string): Promise<Voicemail | undefined> {
  const result = await sql<Listed>`select ${columns} ${from} where v.id = ${id} and v.deleted_at is null`.execute(
    scope.db,
  )
  return result.rows[0] && voicemailFrom(result.rows[0], eyesOf(scope))
}

/** A voicemail with the name of its contact, for a toast. */
export interface ContactVoicemail extends VoicemailRow {
  firstname: string
  lastname: string
}

/** Returns these voicemails, for notifications. */
export async function voicemailsByIds(db: Db, ids: string[]): Promise<ContactVoicemail[]> {
  const result = await sql<ContactVoicemail>`
    select ${voicemailColumns}, c.firstname, c.lastname ${from} where v.id = any(${ids}::uuid[]) and v.deleted_at is null order by v.at`.execute(
    db,
  )
  return result.rows
}

/** Returns the number of unheard voicemails. */
export async function countUnheard(db: Db): Promise<number> {
  const result = await sql<{ n: number }>`
    select count(*)::int as n from voicemail v where v.deleted_at is null and v.state = 'new'`.execute(db)
  return result.rows[0]?.n ?? 0
}

interface GreetingRow extends GreetingContent {
  closedWords: string
  closedFile: StoredFile | null
  holidayWords: string
  holidayFile: StoredFile | null
}

const greetingColumns = sql`g.words, g.file, g.closed_words as "closedWords", g.closed_file as "closedFile",
  g.holiday_words as "holidayWords", g.holiday_file as "holidayFile"`

function greetingFrom({
  words,
  file,
  closedWords,
  closedFile,
  holidayWords,
  holidayFile,
}: GreetingRow): GreetingByHours {
  return {
    words,
    file,
    closed: closedWords || closedFile ? { words: closedWords, file: closedFile } : null,
    holiday: holidayWords || holidayFile ? { words: holidayWords, file: holidayFile } : null,
  }
}

/** Returns the general greetings as set, or undefined when none are set. */
export async function greetingOf(db: Db): Promise<(GreetingByHours & { missedCallText: string }) | undefined> {
  const result = await sql<GreetingRow & { missedCallText: string }>`
    select ${greetingColumns}, g.missed_call_text as "missedCallText" from greeting g`.execute(db)
  const [row] = result.rows
  return row && { ...greetingFrom(row), missedCallText: row.missedCallText }
}

/** Returns the greetings of individual lines: of one line, or of all lines the organization still has. */
export async function lineGreetings(db: Db, lineId?: string): Promise<(GreetingByHours & { lineId: string })[]> {
  const result = await sql<GreetingRow & { lineId: string }>`
    select g.line_id as "lineId", ${greetingColumns}
    from line_greeting g join line l on l.org_id = g.org_id and l.id = g.line_id and l.state <> 'released'
    ${lineId === undefined ? sql`` : sql`where g.line_id = ${lineId}`} order by l.created_at, l.id`.execute(db)
  return result.rows.map((row) => ({ ...greetingFrom(row), lineId: row.lineId }))
}

/** Returns whether the organization has this line and has not released it. */
export async function hasLine(db: Db, lineId: string): Promise<boolean> {
  const result = await sql`select 1 from line where id = ${lineId} and state <> 'released'`.execute(db)
  return result.rows.length > 0
}
