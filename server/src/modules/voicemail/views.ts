import type { QueryOf } from '@crewline/contract/endpoint'
import type { Voicemail, voicemails } from '@crewline/contract/voicemail'
import { sql } from 'kysely'
import { cursorOf, readTimeCursor } from '../../kernel/db/paging.ts'
import type { Db } from '../../kernel/db/pool.ts'
import type { Scope } from '../../kernel/scope.ts'
import { headColumns, headFrom, type HeadRow } from '../contacts/index.ts'
import type { StoredFile } from '../files/index.ts'
import { voicemailHead } from '../messages/index.ts'
import { remembered, type VoicemailRow } from './rules.ts'
import { voicemailColumns } from './store.ts'
import type { Told, ToldByHours } from './store/greetings.ts'

type Row = VoicemailRow & HeadRow

const from = sql`from voicemail v join contact c on c.org_id = v.org_id and c.id = v.contact_id
  left join consent k on k.org_id = c.org_id and k.phone = c.phone`
/** The contact's columns under names of their own: both sides have a language. */
const columns = sql`${headColumns}, c.language as contact_language, ${voicemailColumns}`

type Listed = Row & { contact_language: string }

function voicemailFrom(
  row: Listed,
  { orgId, country, nowMs }: { orgId: string; country: string; nowMs: number },
): Voicemail {
  return {
    ...voicemailHead(orgId, remembered(row), nowMs),
    contact: headFrom({ ...row, language: row.contact_language }, country),
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

/** One page of voicemails, latest first, and how many nobody has heard. */
export async function voicemailPage(scope: Scope, query: QueryOf<typeof voicemails>) {
  const after = query.cursor ? readTimeCursor(query.cursor) : undefined
  const offset = after ? 0 : (query.page - 1) * query.pageSize
  const ofState = query.state === 'all' ? sql`v.state <> 'archived'` : sql`v.state = ${query.state}`
  const [found, unheard] = await Promise.all([
    sql<Listed>`
      select ${columns} ${from}
      where v.deleted_at is null and ${ofState} ${after ? sql`and (v.at, v.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
      order by v.at desc, v.id desc limit ${query.pageSize + 1} offset ${offset}`.execute(scope.db),
    unheardOf(scope.db),
  ])
  const rows = found.rows.slice(0, query.pageSize)
  const last = found.rows.length > query.pageSize ? rows.at(-1) : undefined
  return {
    data: rows.map((row) => voicemailFrom(row, eyesOf(scope))),
    page: query.page,
    pageSize: query.pageSize,
    ...(last ? { nextCursor: cursorOf({ key: last.at.toISOString(), id: last.id }) } : {}),
    unheard,
  }
}

/** One voicemail, or undefined. */
export async function voicemailById(scope: Scope, id: string): Promise<Voicemail | undefined> {
  const found = await sql<Listed>`select ${columns} ${from} where v.id = ${id} and v.deleted_at is null`.execute(
    scope.db,
  )
  return found.rows[0] && voicemailFrom(found.rows[0], eyesOf(scope))
}

/** A voicemail with the names of who left it, for a toast. */
export interface Left extends VoicemailRow {
  firstname: string
  lastname: string
}

/** These voicemails, for telling of them. */
export async function leftByIds(db: Db, ids: string[]): Promise<Left[]> {
  const found = await sql<Left>`
    select ${voicemailColumns}, c.firstname, c.lastname ${from} where v.id = any(${ids}::uuid[]) and v.deleted_at is null order by v.at`.execute(
    db,
  )
  return found.rows
}

/** How many voicemails nobody has heard. */
export async function unheardOf(db: Db): Promise<number> {
  const found = await sql<{ n: number }>`
    select count(*)::int as n from voicemail v where v.deleted_at is null and v.state = 'new'`.execute(db)
  return found.rows[0]?.n ?? 0
}

interface ToldRow extends Told {
  closedWords: string
  closedFile: StoredFile | null
  holidayWords: string
  holidayFile: StoredFile | null
}

const toldColumns = sql`g.words, g.file, g.closed_words as "closedWords", g.closed_file as "closedFile",
  g.holiday_words as "holidayWords", g.holiday_file as "holidayFile"`

function told({ words, file, closedWords, closedFile, holidayWords, holidayFile }: ToldRow): ToldByHours {
  return {
    words,
    file,
    closed: closedWords || closedFile ? { words: closedWords, file: closedFile } : null,
    holiday: holidayWords || holidayFile ? { words: holidayWords, file: holidayFile } : null,
  }
}

/** What callers hear, as it was set; undefined where nobody set anything. */
export async function greetingOf(db: Db): Promise<(ToldByHours & { missedCallText: string }) | undefined> {
  const found = await sql<ToldRow & { missedCallText: string }>`
    select ${toldColumns}, g.missed_call_text as "missedCallText" from greeting g`.execute(db)
  const [row] = found.rows
  return row && { ...told(row), missedCallText: row.missedCallText }
}

/** What callers of some numbers hear instead: of one number, or of each the organization still has. */
export async function lineGreetings(db: Db, lineId?: string): Promise<(ToldByHours & { lineId: string })[]> {
  const found = await sql<ToldRow & { lineId: string }>`
    select g.line_id as "lineId", ${toldColumns}
    from line_greeting g join line l on l.org_id = g.org_id and l.id = g.line_id and l.state <> 'released'
    ${lineId === undefined ? sql`` : sql`where g.line_id = ${lineId}`} order by l.created_at, l.id`.execute(db)
  return found.rows.map((row) => ({ ...told(row), lineId: row.lineId }))
}

/** Whether the organization has this number and did not release it. */
export async function hasLine(db: Db, lineId: string): Promise<boolean> {
  const found = await sql`select 1 from line where id = ${lineId} and state <> 'released'`.execute(db)
  return found.rows.length > 0
}
