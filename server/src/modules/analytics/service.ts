import type { Analytics, analytics, Billing } from '@crewline/contract/analytics'
import { dayIn } from '@crewline/contract/calendar'
import type { QueryOf } from '@crewline/contract/endpoint'
import type { Scope } from '../../kernel/scope.ts'
import { organizationOf } from '../organizations/index.ts'
import { usageOf } from '../usage/index.ts'
import { readRequestedDays, type Days } from './rules.ts'
import { countedDays, countCurrentContacts, countActiveContacts, optOutsIn } from './views.ts'

/** How long each process caches counts, in ms. */
const REMEMBER_MS = 60_000
const MOST_REMEMBERED = 500

type Counts = Pick<Analytics, 'totals' | 'previous' | 'series'>

const remembered = new Map<string, { counts: Promise<Counts>; untilMs: number }>()

/** Returns the counts for the requested days, up to a minute old, with billing status and usage. */
export async function analyticsOf(scope: Scope, query: QueryOf<typeof analytics>) {
  const timeZone = scope.org.timezone
  const days = readRequestedDays(query, dayIn(timeZone, scope.world.now()))
  const [billing, counts] = await Promise.all([billingOf(scope), countsOf(scope, days)])
  return { billing, range: { start: days.start, end: days.end, timeZone }, ...counts }
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

function countsOf(scope: Scope, days: Days): Promise<Counts> {
  const { actor } = scope
  // Members with group scope get separate counts.
  const viewer = actor.kind === 'member' && actor.scope === 'groups' ? actor.memberId : 'all'
  const key = [scope.orgId, viewer, scope.org.timezone, days.start, days.end].join('|')
  const now = scope.world.monotonicMs()
  const cached = remembered.get(key)
  if (cached && cached.untilMs > now) return cached.counts
  if (remembered.size >= MOST_REMEMBERED) remembered.clear()
  const counts = count(scope, days)
  remembered.set(key, { counts, untilMs: now + REMEMBER_MS })
  counts.catch(() => remembered.delete(key))
  return counts
}

async function count({ db, orgId, org }: Scope, days: Days): Promise<Counts> {
  const of = { orgId, timeZone: org.timezone, ...days }
  const [counted, contacts, optOuts, now] = await Promise.all([
    countedDays(db, of),
    countActiveContacts(db, of),
    optOutsIn(db, of),
    countCurrentContacts(db, orgId),
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
    series: series.map(({ date, sent, delivered, notDelivered, received }) => ({
      date,
      sent,
      delivered,
      notDelivered,
      received,
    })),
  }
}
