import type { Usage } from '@crewline/contract/events'
import { sql } from 'kysely'
import { fail } from '../../kernel/failure.ts'
import type { Scope } from '../../kernel/scope.ts'
import { forecastOf, levelOf, worseLevel } from './rules.ts'

/** How long a process caches an organization's usage, in ms: every open page requests it three times a minute. */
const REMEMBER_MS = 10_000
const MOST_REMEMBERED = 10_000

const remembered = new Map<string, { usage: Promise<Usage>; untilMs: number }>()

/** Returns the usage of the current month, at most ten seconds old. */
export function usageOf(scope: Scope): Promise<Usage> {
  const now = scope.world.monotonicMs()
  const cached = remembered.get(scope.orgId)
  return cached && cached.untilMs > now ? cached.usage : currentUsage(scope)
}

/** Returns the usage of the current month as it is now. Meters that ask later show no older one. */
export function currentUsage(scope: Scope): Promise<Usage> {
  if (remembered.size >= MOST_REMEMBERED) remembered.clear()
  const usage = readUsage(scope)
  remembered.set(scope.orgId, { usage, untilMs: scope.world.monotonicMs() + REMEMBER_MS })
  usage.catch(() => remembered.delete(scope.orgId))
  return usage
}

/** Returns the usage of the current month from its counter, at the same cost for any number of messages. */
export async function readUsage({ db, orgId, world }: Pick<Scope, 'db' | 'orgId' | 'world'>): Promise<Usage> {
  const now = world.now()
  const result = await sql<{
    start: Date
    end: Date
    used: number
    included: number | null
    mms: number
    includedMms: number | null
  }>`
    select this.month at time zone o.timezone as start, (this.month + interval '1 month') at time zone o.timezone as "end",
           coalesce(u.texts, 0) as used, o.included_texts as included, coalesce(u.mms, 0) as mms, o.included_mms as "includedMms"
    from organization o
    cross join lateral (select date_trunc('month', ${now}::timestamptz at time zone o.timezone) as month) this
    left join usage_month u on u.org_id = o.id and u.month = this.month::date
    where o.id = ${orgId}`.execute(db)
  const { start, end, used, included, mms, includedMms } = result.rows[0] ?? fail('not_found')
  return {
    periodStart: start.toISOString(),
    periodEnd: end.toISOString(),
    segments: { used, included, forecast: forecastOf(used, { start, end, now }) },
    mms: { used: mms, included: includedMms, forecast: forecastOf(mms, { start, end, now }) },
    level: worseLevel(levelOf(used, included), levelOf(mms, includedMms)),
  }
}
