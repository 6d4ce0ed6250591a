import type { Analytics, analytics, Billing } from '@crewline/contract/analytics'
import { dayIn } from '@crewline/contract/calendar'
import type { QueryOf } from '@crewline/contract/endpoint'
import type { Scope } from '../../kernel/scope.ts'
import { organizationOf } from '../organizations/index.ts'
import { usageOf } from '../usage/index.ts'
import type { AnalyticsQuery } from './store/days.ts'
import { remembered } from './remembered.ts'
import { readRequestedDays } from './rules.ts'
import { countAttention, countCurrentContacts, countPeriods, optOutsIn } from './views.ts'

type Counts = Pick<Analytics, 'totals' | 'previous' | 'series' | 'attention'>

/** The days a request asks for; fails with a field error for an invalid range. */
export function daysOf(
  { orgId, org, world, isLimitedToGroups }: Scope,
  query: { startDate?: string | undefined; endDate?: string | undefined },
): { days: AnalyticsQuery; range: Analytics['range'] } {
  const timeZone = org.timezone
  const asked = { startDate: query.startDate, endDate: query.endDate }
  const days = readRequestedDays(asked, dayIn(timeZone, world.now()))
  return {
    days: { orgId, timeZone, isLimited: isLimitedToGroups, ...days },
    range: { start: days.start, end: days.end, timeZone },
  }
}

/** Returns the counts for the requested days, up to a minute old, with billing status and usage. */
export async function analyticsOf(scope: Scope, query: QueryOf<typeof analytics>) {
  const { days, range } = daysOf(scope, query)
  const [billing, counts] = await Promise.all([
    billingOf(scope),
    remembered(scope, ['counts', days.start, days.end], () => count(scope, days)),
  ])
  return { billing, range, ...counts }
}

async function billingOf(scope: Scope): Promise<Billing> {
  const [{ needBilling }, usage] = await Promise.all([organizationOf(scope.db, scope.orgId), usageOf(scope)])
  return {
    status: scope.org.status,
    needBilling,
    usedTexts: usage.segments.used,
    includedTexts: usage.segments.included,
    periodStart: usage.periodStart,
    periodEnd: usage.periodEnd,
  }
}

async function count({ db, orgId, org, world }: Scope, days: AnalyticsQuery): Promise<Counts> {
  const now = world.now()
  const today = dayIn(org.timezone, now)
  const [{ days: counted, people: contacts }, optOuts, current, attention] = await Promise.all([
    countPeriods(db, days),
    optOutsIn(db, days),
    countCurrentContacts(db, orgId),
    countAttention(db, { ...days, start: today, end: today, count: 1 }, now),
  ])
  const series = counted.filter((day) => day.date >= days.start)
  const before = counted.filter((day) => day.date < days.start)
  const sum = (of_: typeof counted, name: Exclude<keyof (typeof counted)[number], 'date'>) =>
    of_.reduce((total, day) => total + day[name], 0)
  return {
    totals: {
      ...current,
      sent: sum(series, 'sent'),
      sentTexts: sum(series, 'sentTexts'),
      delivered: sum(series, 'delivered'),
      notDelivered: sum(series, 'notDelivered'),
      received: sum(series, 'received'),
      contactsWhoReplied: contacts.replied,
      activeConversations: contacts.active,
      optOuts: optOuts.now,
    },
    previous: {
      sent: sum(before, 'sent'),
      delivered: sum(before, 'delivered'),
      notDelivered: sum(before, 'notDelivered'),
      received: sum(before, 'received'),
      optOuts: optOuts.before,
      contactsWhoReplied: contacts.repliedBefore,
    },
    attention,
    series: series.map(({ date, sent, delivered, notDelivered, received }) => ({
      date,
      sent,
      delivered,
      notDelivered,
      received,
    })),
  }
}
