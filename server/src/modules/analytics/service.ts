import type { Analytics, analytics, Billing } from '@crewline/contract/analytics'
import type { QueryOf } from '@crewline/contract/endpoint'
import type { Scope } from '../../kernel/scope.ts'
import { organizationOf } from '../organizations/index.ts'
import { usageOf } from '../usage/index.ts'
import { dayAt, daysAsked, type Days } from './rules.ts'
import { countedDays, standingNow, peopleIn, optOutsIn } from './views.ts'

/** How long counts are remembered by a process, in ms. */
const REMEMBER_MS = 60_000
const MOST_REMEMBERED = 500

type Counts = Pick<Analytics, 'totals' | 'previous' | 'series'>

const remembered = new Map<string, { counts: Promise<Counts>; untilMs: number }>()

/** What was counted on the days asked for, up to a minute old, with what the organization pays and uses. */
export async function analyticsOf(scope: Scope, query: QueryOf<typeof analytics>) {
  const timeZone = scope.org.timezone
  const days = daysAsked(query, dayAt(scope.world.now(), timeZone))
  const [billing, counts] = await Promise.all([billingOf(scope), countsOf(scope, days)])
  return { billing, range: { start: days.start, end: days.end, timeZone }, ...counts }
}

async function billingOf(scope: Scope): Promise<Billing> {
  const [{ needBilling }, usage] = await Promise.all([organizationOf(scope.db, scope.orgId), usageOf(scope)])
  return {
    status: scope.org.standing,
    needBilling,
    usedTexts: usage.segments.used,
    includedTexts: usage.segments.included,
    periodStart: usage.periodStart,
    periodEnd: usage.periodEnd,
  }
}

function countsOf(scope: Scope, days: Days): Promise<Counts> {
  const { actor } = scope
  // Who sees some groups only has numbers of their own.
  const whose = actor.kind === 'member' && actor.scope === 'groups' ? actor.memberId : 'all'
  const key = [scope.orgId, whose, scope.org.timezone, days.start, days.end].join('|')
  const now = scope.world.monotonicMs()
  const known = remembered.get(key)
  if (known && known.untilMs > now) return known.counts
  if (remembered.size >= MOST_REMEMBERED) remembered.clear()
  const counts = count(scope, days)
  remembered.set(key, { counts, untilMs: now + REMEMBER_MS })
  counts.catch(() => remembered.delete(key))
  return counts
}

async function count({ db, orgId, org }: Scope, days: Days): Promise<Counts> {
  const of = { orgId, timeZone: org.timezone, ...days }
  const [counted, people, optOuts, now] = await Promise.all([
    countedDays(db, of),
    peopleIn(db, of),
    optOutsIn(db, of),
    standingNow(db, orgId),
  ])
  const series = counted.filter((day) => day.date >= days.start)
  const before = counted.filter((day) => day.date < days.start)
  const sum = (of_: typeof counted, name: Exclude<keyof (typeof counted)[number], 'date'>) =>
    of_.reduce((total, day) => total + day[name], 0)
  return {
    totals: {
      ...now,
      sent: sum(series, 'sent'),
      sentTexts: sum(series, 'sentTexts'),
      delivered: sum(series, 'delivered'),
      notDelivered: sum(series, 'notDelivered'),
      received: sum(series, 'received'),
      peopleWhoReplied: people.replied,
      activeConversations: people.active,
      optOuts: optOuts.now,
    },
    previous: {
      sent: sum(before, 'sent'),
      delivered: sum(before, 'delivered'),
      received: sum(before, 'received'),
      optOuts: optOuts.before,
      peopleWhoReplied: people.repliedBefore,
    },
    series: series.map(({ date, sent, delivered, received }) => ({ date, sent, delivered, received })),
  }
}
