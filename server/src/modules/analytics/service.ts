import type { Analytics, analytics, Billing } from '@crewline/contract/analytics'
import { dayIn } from '@crewline/contract/calendar'
import type { QueryOf } from '@crewline/contract/endpoint'
import type { Scope } from '../../kernel/scope.ts'
import { organizationOf } from '../organizations/index.ts'
import { usageOf } from '../usage/index.ts'
import type { AnalyticsQuery } from './store/days.ts'
import { datesOf } from './range-rules.ts'
import { dashboardOf } from './ranges.ts'
import { remembered } from './remembered.ts'
import { readRequestedDays } from './rules.ts'

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

async function count({ db, world }: Scope, days: AnalyticsQuery): Promise<Counts> {
  const { figures, current, attention } = await dashboardOf(db, days, world.now())
  const { sent, delivered, notDelivered, received, before } = figures
  const sum = (counts: number[]) => counts.reduce((total, count_) => total + count_, 0)
  return {
    totals: {
      ...current,
      sent: sum(sent),
      sentTexts: figures.sentTexts,
      delivered: sum(delivered),
      notDelivered: sum(notDelivered),
      received: sum(received),
      contactsWhoReplied: figures.replied,
      activeConversations: figures.active,
      optOuts: figures.optOuts,
    },
    previous: {
      sent: before.sent,
      delivered: before.delivered,
      notDelivered: before.notDelivered,
      received: before.received,
      optOuts: before.optOuts,
      contactsWhoReplied: before.replied,
    },
    attention,
    series: datesOf(days).map((date, nth) => ({
      date,
      sent: sent[nth] ?? 0,
      delivered: delivered[nth] ?? 0,
      notDelivered: notDelivered[nth] ?? 0,
      received: received[nth] ?? 0,
    })),
  }
}
