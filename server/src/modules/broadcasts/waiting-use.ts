// What other broadcasts may still use of a month: the warning about the spending cap counts it.
import { createHash } from 'node:crypto'
import type { BroadcastContent } from '@crewline/contract/broadcasts'
import { occurrencesAfter } from '@crewline/contract/schedule-rules'
import { countTexts } from '@crewline/contract/segments'
import type { Scope } from '../../kernel/scope.ts'
import { makeComposer } from './compose.ts'
import { countAudience } from './counting.ts'
import type { MonthlyUse } from './ports.ts'
import { plannedBroadcasts, unfinishedRuns } from './views/waiting.ts'

/** Dates of one broadcast in a month. */
const DATES_MAX = 31
/** How long what a planned broadcast uses is remembered, in ms: who gets it is only known on its date anyway. */
const REMEMBERED_MS = 60_000
/** Planned broadcasts of which that is remembered, those of all organizations. */
const REMEMBERED_MAX = 2_000

/** What planned broadcasts use, by organization and content, the oldest first. */
const remembered = new WeakMap<Scope['world'], Map<string, { at: number; use: MonthlyUse }>>()

/**
 * Returns what other broadcasts may use at most between two moments of one month: the recipients of runs who wait, unless
 * the month is a later one, and the dates of planned broadcasts, each with its longest text and its audience of now.
 */
export async function waitingUse(scope: Scope, { from, until }: { from: Date; until: Date }): Promise<MonthlyUse> {
  const use = { segments: 0, mms: 0 }
  const add = (more: MonthlyUse, times = 1) => {
    use.segments += more.segments * times
    use.mms += more.mms * times
  }
  if (from <= scope.world.now())
    for (const { content, userId, isFrozen, pending, queued } of await unfinishedRuns(scope.db, scope.orgId)) {
      add(hasFiles(content) ? { segments: 0, mms: queued.texts } : { segments: queued.segments, mms: 0 })
      if (!isFrozen) add(await mostOf(scope, content, { userId }))
      else if (pending > 0) add(await mostOf(scope, content, { userId, people: pending }))
    }
  for (const { content, userId, nextAt } of await plannedBroadcasts(scope.db, scope.orgId, until)) {
    const since = new Date(Math.max(nextAt.getTime(), from.getTime()) - 1)
    const dates = occurrencesAfter(content.schedule, since, DATES_MAX).filter(({ at }) => at < until)
    if (dates.length > 0) add(await mostOfPlanned(scope, content, userId), dates.length)
  }
  return use
}

/**
 * What a planned broadcast uses at most, as of the last minute: a review is read again with each change to a text, and must not
 * count the audience of every other broadcast each time.
 */
async function mostOfPlanned(scope: Scope, content: BroadcastContent, userId: string | null): Promise<MonthlyUse> {
  // What a limited member sees differs from member to member.
  if (scope.isLimitedToGroups) return mostOf(scope, content, { userId })
  const known = remembered.get(scope.world) ?? new Map<string, { at: number; use: MonthlyUse }>()
  remembered.set(scope.world, known)
  // A poll or a confirmation adds a line to the text.
  const { audience, message, kind, poll } = content
  const key = createHash('sha256')
    .update(JSON.stringify([scope.orgId, userId, audience, message, kind, poll]))
    .digest('base64')
  const now = scope.world.now().getTime()
  const found = known.get(key)
  if (found && Math.abs(now - found.at) < REMEMBERED_MS) return found.use
  const use = await mostOf(scope, content, { userId })
  known.delete(key)
  known.set(key, { at: now, use })
  for (const [oldest] of known) {
    if (known.size <= REMEMBERED_MAX) break
    known.delete(oldest)
  }
  return use
}

function hasFiles({ message }: BroadcastContent): boolean {
  return message.mediaIds.length > 0
}

/** What one sending uses at most; to `people`, or to everyone who would get it now. */
async function mostOf(
  scope: Scope,
  content: BroadcastContent,
  { userId, people }: { userId: string | null; people?: number },
): Promise<MonthlyUse> {
  const { rows, longestIds } = await countAudience(scope, content.audience, { withLongest: true })
  const counted = rows.filter(({ reason }) => reason === null).reduce((sum, { n }) => sum + n, 0)
  const texts = people ?? counted
  if (hasFiles(content)) return { segments: 0, mms: texts }
  const composer = await makeComposer({ ...scope, userId }, content)
  const longest = await composer.composeFor(longestIds ?? [])
  return { segments: texts * Math.max(1, ...longest.map(({ body }) => countTexts(body).segments)), mms: 0 }
}
