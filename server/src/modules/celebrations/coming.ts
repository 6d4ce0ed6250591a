import type { celebrationCalendar } from '@crewline/contract/coming'
import type { celebrationSends, comingCelebrations, skipCelebration } from '@crewline/contract/celebrations'
import { dayIn } from '@crewline/contract/calendar'
import { CELEBRATION_AHEAD_DAYS, CELEBRATION_CALENDAR_NAMES } from '@crewline/contract/celebration-limits'
import type { BodyOf, QueryOf, ReplyOf } from '@crewline/contract/endpoint'
import { cursorOf, readTimeCursor } from '../../kernel/db/paging.ts'
import { fail } from '../../kernel/failure.ts'
import type { Scope } from '../../kernel/scope.ts'
import { chosenOf } from './audience.ts'
import { readCelebration } from './edit.ts'
import { comingDays, comingPeople, DATED } from './people-views.ts'
import { countWithoutDate, UNDATED } from './reach-views.ts'
import { membersOf, zonesOfContacts } from './contacts-views.ts'
import { clocksOf, sendTimesBetween } from './rules.ts'
import { addSkip, deleteSkip, lockCelebration } from './store.ts'
import { isVisible, sendsOf } from './views.ts'

type Page<Row> = { data: Row[]; page: number; pageSize: number; nextCursor?: string }

/** Returns whose date comes in the next days, as far as the member may see. */
export async function coming(
  scope: Scope,
  query: QueryOf<typeof comingCelebrations>,
): Promise<Omit<ReplyOf<typeof comingCelebrations>, 'status'>> {
  const { where, chosen } = await lookAhead(scope, query.id)
  const times = where.times.filter(({ day }) => query.day === undefined || day === query.day)
  const rows = await comingPeople(scope.db, { ...where, times }, { chosen, ...positionOf(query) })
  return pageOfRows(rows, query)
}

/** Returns the next days on which people get their text, as far as the member may see. */
export async function calendar(scope: Scope, id: string): Promise<Omit<ReplyOf<typeof celebrationCalendar>, 'status'>> {
  const { where, chosen } = await lookAhead(scope, id)
  const days = await comingDays(scope.db, where, { chosen, most: CELEBRATION_CALENDAR_NAMES })
  return {
    today: dayIn(scope.org.timezone, scope.world.now()),
    days: days.map(({ people, ...day }) => ({
      ...day,
      people: people.map((person) => ({ ...person, at: person.at.toISOString() })),
    })),
  }
}

/** Returns what finds the people of the next days. */
async function lookAhead(scope: Scope, id: string) {
  const content = await readCelebration(scope, id)
  const now = scope.world.now()
  const until = new Date(now.getTime() + CELEBRATION_AHEAD_DAYS * 24 * 3_600_000)
  const zones = clocksOf(content, scope.org.timezone, await zonesOfContacts(scope.db))
  const times = zones.flatMap((zone) => sendTimesBetween(content, zone, { after: now, until }))
  const where = { celebrationId: id, content, orgId: scope.orgId, timeZone: scope.org.timezone, times }
  return { where, chosen: await chosenOf(scope, content, DATED) }
}

/** Counts who has no date, as far as the member may see. */
export async function reach(
  scope: Scope,
  id: string,
): Promise<{ hasDates: boolean; withoutDate: number; hasMore: boolean }> {
  const content = await readCelebration(scope, id)
  const { everyone, groupIds } = content.audience
  return countWithoutDate(
    scope.db,
    { content, orgId: scope.orgId },
    {
      chosen: await chosenOf(scope, content, UNDATED),
      memberIds: everyone ? undefined : await membersOf(scope.db, groupIds),
    },
  )
}

/** Returns what became of dates, newest first. */
export async function sends(
  scope: Scope,
  query: QueryOf<typeof celebrationSends>,
): Promise<Omit<ReplyOf<typeof celebrationSends>, 'status'>> {
  await readCelebration(scope, query.id)
  return pageOfRows(await sendsOf(scope.db, query.id, positionOf(query)), query)
}

/** Skips one date of one person whom the member may see, or takes that back. */
export async function skip(
  scope: Scope,
  { id, contactId, year, skip: isSkipped }: BodyOf<typeof skipCelebration>,
): Promise<object> {
  await scope.tx(async (tx) => {
    if (!(await lockCelebration(tx, id))) fail('not_found')
    if (!(await isVisible(tx.db, contactId))) fail('not_found')
    const key = { celebrationId: id, contactId, year }
    if (!isSkipped) await deleteSkip(tx, key)
    else if (!(await addSkip(tx, key))) fail('already_on_its_way')
    tx.audit(isSkipped ? 'celebration.skipped' : 'celebration.unskipped', id, { contactId, year })
  })
  return {}
}

interface PageQuery {
  cursor?: string | undefined
  page: number
  pageSize: number
}

function positionOf({ cursor, page, pageSize }: PageQuery) {
  const after = cursor ? readTimeCursor(cursor) : undefined
  return { after, offset: after ? 0 : (page - 1) * pageSize, most: pageSize + 1 }
}

function pageOfRows<Row extends { at: Date; contactId: string }>(
  rows: Row[],
  { page, pageSize }: PageQuery,
): Page<Omit<Row, 'at'> & { at: string }> {
  const shown = rows.slice(0, pageSize)
  const last = rows.length > pageSize ? shown.at(-1) : undefined
  return {
    data: shown.map((row) => ({ ...row, at: row.at.toISOString() })),
    page,
    pageSize,
    ...(last ? { nextCursor: cursorOf({ key: last.at.toISOString(), id: last.contactId }) } : {}),
  }
}
