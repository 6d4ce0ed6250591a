import {
  CUT_ROWS_MAX,
  type analyticsContacts,
  type analyticsCuts,
  type analyticsHours,
  type analyticsMessages,
  type analyticsReplyTimes,
} from '@crewline/contract/figures'
import type { QueryOf } from '@crewline/contract/endpoint'
import { msg } from '@crewline/contract/localized-text'
import { displayPhone } from '@crewline/contract/phone'
import { cursorOf, readCursor } from '../../kernel/db/paging.ts'
import { fail } from '../../kernel/failure.ts'
import type { Scope } from '../../kernel/scope.ts'
import { summariesOf } from '../contacts/index.ts'
import { countAnswers, countCuts, countHours, labelOf, measureReplyTimes } from './cut-views.ts'
import {
  countListed,
  countPeople,
  countPeopleOffShift,
  listMessages,
  listPeople,
  type MessageFilter,
} from './list-views.ts'
import { isRowHidden } from './off-shift.ts'
import { remembered } from './remembered.ts'
import { isFew } from './reveal-rules.ts'
import { daysOf } from './service.ts'
import type { AnalyticsQuery } from './store/days.ts'

/** What narrows a list of the after-hours report. */
type OffShiftFilter = Omit<MessageFilter, 'kind'>

/** Returns how long contacts waited for an answer on the requested days and on those before, up to a minute old. */
export async function replyTimesOf(scope: Scope, query: QueryOf<typeof analyticsReplyTimes>) {
  const { days, range } = daysOf(scope, query)
  const times = await remembered(scope, ['reply-times', days.start, days.end], () => measureReplyTimes(scope.db, days))
  return { range, ...times }
}

/** Returns how many messages came in at each hour of the week on the requested days, up to a minute old. */
export async function hoursOf(scope: Scope, query: QueryOf<typeof analyticsHours>) {
  const { days, range } = daysOf(scope, query)
  return {
    range,
    hours: await remembered(scope, ['hours', days.start, days.end], () => countHours(scope.db, days)),
  }
}

/** Returns the figures of the requested days by group, location, department, language or member, up to a minute old. */
export async function cutsOf(scope: Scope, { by, ...query }: QueryOf<typeof analyticsCuts>) {
  const { days, range } = daysOf(scope, query)
  const [counted, answers] = await remembered(scope, ['cuts', by, days.start, days.end], () =>
    Promise.all([countCuts(scope.db, days, by), countAnswers(scope.db, days, by)]),
  )
  const rows = counted.slice(0, CUT_ROWS_MAX).map((row) => ({
    ...row,
    ...(by === 'member' && { received: null, contactsWhoReplied: null }),
    ...(answers.get(row.key) ?? { answers: 0, medianMinutes: null }),
  }))
  return { range, rows, hasMore: counted.length > CUT_ROWS_MAX }
}

/** Lists the messages that a figure counts. */
export async function messagesOf(scope: Scope, { cursor, pageSize, ...query }: QueryOf<typeof analyticsMessages>) {
  const { days, range } = daysOf(scope, query)
  if (query.kind === 'off_shift_sent' || query.kind === 'off_shift_received') await refuseFew(scope, days, query)
  const after = cursor === undefined ? undefined : readCursor(cursor).id
  const [found, total, label] = await Promise.all([
    listMessages(scope.db, days, query, { after, limit: pageSize + 1 }),
    after === undefined ? countListed(scope.db, days, query) : null,
    nameOf(scope, query),
  ])
  const messages = found.slice(0, pageSize)
  const contacts = await contactsOf(
    scope,
    messages.map(({ contactId }) => contactId),
  )
  const last = messages.at(-1)
  return {
    range,
    label,
    total,
    data: messages.flatMap((message) => {
      const contact = contacts.get(message.contactId)
      return contact ? [{ contact, message }] : []
    }),
    ...(found.length > pageSize && last ? { nextCursor: cursorOf({ key: '', id: last.id }) } : {}),
  }
}

/** Lists the people that a figure counts. */
export async function peopleOf(scope: Scope, { page, pageSize, ...query }: QueryOf<typeof analyticsContacts>) {
  const { days, range } = daysOf(scope, query)
  if (query.kind === 'people_off_shift') await refuseFew(scope, days, query)
  const filter = { ...query, now: scope.world.now() }
  const [rows, total, label] = await Promise.all([
    listPeople(scope.db, days, filter, { offset: (page - 1) * pageSize, limit: pageSize }),
    countPeople(scope.db, days, filter),
    nameOf(scope, query),
  ])
  const contacts = await contactsOf(
    scope,
    rows.flatMap(({ contactId }) => contactId ?? []),
  )
  return {
    range,
    label,
    total,
    page,
    data: rows.map(({ id, contactId, phone, at }) => {
      const contact = (contactId === null ? undefined : contacts.get(contactId)) ?? null
      return {
        id,
        contact,
        phoneDisplay: contact?.phoneDisplay ?? (phone === null ? null : displayPhone(phone, scope.org.country)),
        at: at.toISOString(),
      }
    }),
  }
}

/** Refuses lists of the after-hours report about a few people, and of rows that would reveal them: their figures are hidden. */
async function refuseFew(scope: Scope, days: AnalyticsQuery, filter: OffShiftFilter): Promise<void> {
  const { by, key, weekday, hour } = filter
  const parts = ['people-off-shift', days.start, days.end, JSON.stringify([by, key, weekday, hour])]
  const people = await remembered(scope, parts, () => countPeopleOffShift(scope.db, days, { by, key, weekday, hour }))
  if (isFew(people))
    fail('invalid', { fieldErrors: { kind: msg({ message: 'Lists about fewer than five people are hidden.' }) } })
  if ((by === 'group' || by === 'member') && key !== undefined && (await isRowHidden(scope, days, by, key)))
    fail('invalid', {
      fieldErrors: {
        kind: msg({ message: 'This list is hidden: it would reveal figures about fewer than five people.' }),
      },
    })
}

async function contactsOf({ db, org }: Scope, ids: string[]) {
  const summaries = await summariesOf(db, org.country, [...new Set(ids)])
  return new Map(summaries.map((summary) => [summary.id, summary]))
}

function nameOf({ db, orgId }: Scope, { by, key }: Pick<QueryOf<typeof analyticsMessages>, 'by' | 'key'>) {
  return by === undefined || key === undefined ? null : labelOf(db, orgId, by, key)
}
