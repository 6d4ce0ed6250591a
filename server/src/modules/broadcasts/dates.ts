import type { Broadcast } from '@crewline/contract/broadcasts'
import type { ReplyOf } from '@crewline/contract/endpoint'
import type { broadcastProgress, EarlierDateWait, nextSchedule } from '@crewline/contract/launch'
import { occurrencesAfter, remainingOf } from '@crewline/contract/schedule-rules'
import { describeSchedule } from '@crewline/contract/schedule-words'
import { fail } from '../../kernel/failure.ts'
import { localize } from '../../kernel/i18n/localize.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { languageOf, type Scope } from '../../kernel/scope.ts'
import { brandToday } from '../delivery/index.ts'
import { read } from './drafts.ts'
import { announce } from './launch.ts'
import { planNext } from './scheduling.ts'
import { lockBroadcast, saveState } from './store/broadcasts.ts'
import { handedOffSince, hasPostponed, runsOf } from './views/broadcasts.ts'
import { unfinishedDates, waitingTexts, type EarlierDate, type WaitingTexts } from './views/waits.ts'

/**
 * Skips the next date of a repeated broadcast. Fails with `outdated` when it is not the one that the caller saw, so that two
 * teammates who skip the same date do not skip two.
 */
export async function skipNext(scope: Scope, id: string, seenAt?: string): Promise<{ broadcast: Broadcast }> {
  await scope.tx(async (tx) => {
    const stored = (await lockBroadcast(tx, id)) ?? fail('not_found')
    if (stored.state !== 'recurring' || !stored.nextAt || !stored.nextLocal) return fail('broadcast_not_repeating')
    if (seenAt !== undefined && new Date(seenAt).getTime() !== stored.nextAt.getTime()) return fail('outdated')
    const next = await planNext(tx, stored.content.schedule, stored.nextLocal)
    await saveState(
      tx,
      id,
      next
        ? { state: 'recurring', nextAt: next.at, nextLocal: next.local }
        : { state: 'completed', nextAt: null, nextLocal: null },
    )
    return announce(tx, id, 'broadcast.date-skipped', undefined)
  })
  return { broadcast: await read(scope, id) }
}

/** Describes when a planned broadcast is sent. */
export async function nextDates(scope: Scope, id: string): Promise<Omit<ReplyOf<typeof nextSchedule>, 'status'>> {
  const { schedule, nextAt, timeZone, state } = await read(scope, id)
  const language = languageOf(scope)
  const description = describeSchedule(schedule, { language, write: (text) => localize(text, language) })
  const isPlanned = nextAt !== null && state !== 'draft'
  // The date that is planned comes first, also when it is a little late.
  const from = isPlanned ? new Date(new Date(nextAt).getTime() - 1) : scope.world.now()
  const upcoming = occurrencesAfter(schedule, from, 5).map(({ at, local }) => ({ at: at.toISOString(), local }))
  return {
    next: isPlanned ? nextAt : null,
    nextLocal: isPlanned ? (upcoming[0]?.local ?? null) : null,
    timeZone,
    description,
    upcoming,
    remaining: remainingOf(schedule, from),
    endsOn: schedule.mode === 'recurring' && schedule.end.type === 'on' ? schedule.end.date : null,
  }
}

/** Returns the progress of the current run, and what still waits of earlier dates. */
export async function progress(
  scope: Scope,
  kernel: Kernel,
  id: string,
): Promise<Omit<ReplyOf<typeof broadcastProgress>, 'status'>> {
  await read(scope, id)
  const [run] = await runsOf(scope.db, id, 1)
  if (!run)
    return { run: null, perMinute: 0, minutesLeft: null, waits: [], earlierDates: [], anotherTry: 0, waitsForDay: null }
  const isSending = run.state === 'sending' || run.state === 'preparing'
  const [perMinute, earlier] = await Promise.all([
    handedOffSince(scope.db, run.id, new Date(scope.world.now().getTime() - 60_000)),
    unfinishedDates(scope.db, id, run.id),
  ])
  const runIds = [
    ...(isSending || run.state === 'paused' ? [run.id] : []),
    ...earlier.filter(({ isPaused }) => !isPaused).map(({ runId }) => runId),
  ]
  const byRun = Map.groupBy(await waitsOf(scope, kernel, runIds), ({ runId }) => runId)
  const found = byRun.get(run.id) ?? []
  const waits = found.flatMap(({ reason, count, first, last }) =>
    first && last ? [{ reason, count, first: first.toISOString(), last: last.toISOString() }] : [],
  )
  // The counts may be a moment behind.
  const leaving = Math.max(0, run.counts.waiting - waits.reduce((sum, { count }) => sum + count, 0))
  return {
    run,
    perMinute,
    minutesLeft: isSending && perMinute > 0 && leaving > 0 ? leaving / perMinute : null,
    waits,
    earlierDates: earlier.flatMap((date) => waitOfDate(date, byRun.get(date.runId) ?? [])),
    anotherTry: found.find(({ reason }) => reason === 'another_try')?.held ?? 0,
    waitsForDay: isSending && run.counts.waiting > 0 ? await waitsForDay(scope, kernel, run.id) : null,
  }
}

/**
 * Adds up what waits of an earlier date, whatever it waits for; none when the time of all has come. While it is paused everyone
 * waits who has not been texted.
 */
function waitOfDate({ isPaused, waiting, ...date }: EarlierDate, found: WaitingTexts[]): EarlierDateWait[] {
  if (isPaused) return waiting > 0 ? [{ ...date, count: waiting, last: null }] : []
  const last = found.flatMap((texts) => texts.last ?? []).toSorted((a, b) => b.getTime() - a.getTime())[0]
  const count = found.reduce((sum, texts) => sum + texts.count, 0)
  return last ? [{ ...date, count, last: last.toISOString() }] : []
}

/** Returns what texts of runs wait for. Members limited to some groups do not see all of them, but count them. */
async function waitsOf({ orgId, world }: Scope, { database }: Kernel, runIds: string[]): Promise<WaitingTexts[]> {
  return runIds.length === 0 ? [] : waitingTexts(database.ofOrg(orgId), { orgId, runIds, now: world.now() })
}

/** Returns until when texts of a run wait for the daily limit of the brand; null when none does. */
async function waitsForDay(
  scope: Scope,
  kernel: Kernel,
  runId: string,
): Promise<{ perDay: number; resumesAt: string } | null> {
  const today = await brandToday(kernel, scope.orgId)
  if (!today || today.left > 0 || !(await hasPostponed(kernel, scope.orgId, runId))) return null
  return { perDay: today.perDay, resumesAt: today.endsAt.toISOString() }
}
