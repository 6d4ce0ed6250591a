import { BROADCAST_LATE_MS } from '@crewline/contract/broadcast-limits'
import type { Kernel, Running } from '../../kernel/kernel.ts'
import { startRun } from '../../kernel/runs/define.ts'
import { makeScope, type Scope, type Tx } from '../../kernel/scope.ts'
import { textBatches } from '../messages/index.ts'
import { rememberedOrganization } from '../organizations/index.ts'
import { BroadcastChanged } from './events.ts'
import { reviewRun } from './following.ts'
import { notifyTeam } from './notices.ts'
import { spendingCap } from './ports.ts'
import { escalate, isConfirmed } from './escalation.ts'
import { remindAfterWait } from './remind-times.ts'
import { setRunBatches } from './run-batches.ts'
import { REMINDING_RUN, SENDING_RUN } from './run-name.ts'
import { lockRunAndBroadcast } from './lock.ts'
import { planNext } from './scheduling.ts'
import { sendingObstacleOf, whatIsDue, type DueKind } from './views/due.ts'
import { lockBroadcast, saveState } from './store/broadcasts.ts'
import { recipientsToRemind } from './store/reminders.ts'
import { insertRun, saveRun, type LockedRun } from './store/runs.ts'

/** How often dates and countdowns are looked at, in ms. */
const POLL_MS = 1000

/** Starts runs whose countdown is over, and dates that are due, for the life of the process. */
export function startScheduler(kernel: Kernel): Running {
  let working: Promise<void> | undefined
  const look = async () => {
    try {
      while (await startDue(kernel));
    } catch (error) {
      kernel.log.warn({ err: error }, 'broadcasts: could not look for what is due, trying again')
    }
  }
  const timer = setInterval(() => {
    working ??= look().finally(() => (working = undefined))
  }, POLL_MS)
  return {
    stop: async () => {
      clearInterval(timer)
      await working
    },
  }
}

/** How long something that failed is left out, in ms: it must not keep everything else from being sent. */
const REST_MS = 10_000

/** What failed a moment ago, by process: until when it rests, by id. */
const resting = new WeakMap<Kernel, Map<string, number>>()

/**
 * Starts one thing that is due: a date of a planned broadcast, a run whose countdown is over, a reminder; or ends a run
 * in which no text waits, which the follower does unless its process died in between. Safe in several processes: rows
 * are locked, and an occurrence has one run. Does nothing while the time is in doubt. Returns whether there was anything.
 */
export async function startDue(kernel: Kernel): Promise<boolean> {
  const { world } = kernel
  if (world.isTimeInDoubt()) return false
  const system = kernel.database.asSystem('the scheduler finds due broadcasts in every organization')
  const now = world.now()
  const rests = resting.get(kernel) ?? new Map<string, number>()
  resting.set(kernel, rests)
  for (const [id, untilMs] of rests) if (world.monotonicMs() >= untilMs) rests.delete(id)
  const due = await whatIsDue(system, now, [...rests.keys()])
  for (const { orgId, id, kind } of due) {
    try {
      const org = await rememberedOrganization(kernel, orgId)
      const actor = { kind: 'system', reason: 'broadcasts' } as const
      const scope: Scope = makeScope(kernel, org, actor, `broadcasts-${id.slice(0, 8)}`)
      await scope.tx((tx) => BEGIN[kind](tx, id))
    } catch (error) {
      rests.set(id, world.monotonicMs() + REST_MS)
      kernel.log.warn({ err: error, org: orgId, id, kind }, 'broadcasts: could not start what is due, trying again')
    }
  }
  return due.length > 0
}

/** Begins the run of a date, or records that it was missed, and plans the next date. */
async function beginDate(tx: Tx, id: string): Promise<void> {
  const stored = await lockBroadcast(tx, id)
  const now = tx.world.now()
  if (!stored?.nextAt || !stored.nextLocal || stored.nextAt > now || stored.datesPaused) return
  const isBusy = stored.state === 'sending' || stored.state === 'paused'
  // A date must not begin to send what a member or the circuit breaker paused.
  const isLate = now.getTime() - stored.nextAt.getTime() > BROADCAST_LATE_MS
  const isMissed = isLate || stored.state === 'paused'
  const next =
    stored.content.schedule.mode === 'recurring'
      ? await planNext(tx, stored.content.schedule, stored.nextLocal)
      : undefined
  const isInserted = await insertRun(tx, {
    id: tx.world.id(),
    broadcastId: id,
    occurrence: stored.nextLocal,
    content: stored.content,
    userId: stored.launchedBy,
    plannedAt: stored.nextAt,
    startsAt: now,
    state: isMissed ? 'missed' : 'waiting',
  })
  const planned = { nextAt: next?.at ?? null, nextLocal: next?.local ?? null }
  if (isMissed) {
    const state = next
      ? ('recurring' as const)
      : stored.content.schedule.mode === 'once'
        ? ('failed' as const)
        : ('completed' as const)
    await saveState(tx, id, { state: isBusy ? stored.state : state, ...planned })
    // What keeps its texts back now has most likely kept the date back: a date that can be sent is begun within seconds.
    const obstacle = isLate ? await sendingObstacleOf(tx.db, tx.orgId) : undefined
    const what = obstacle ? (`missed_${obstacle}` as const) : isLate ? 'missed' : 'missed_paused'
    notifyTeam(tx, { broadcastId: id, name: stored.content.name, userId: null, what })
  } else if (isInserted) await saveState(tx, id, { state: 'sending', sentAt: now, ...planned })
  else await saveState(tx, id, { state: next || isBusy ? stored.state : 'completed', ...planned })
  tx.publish(BroadcastChanged, { ids: [id] })
}

/**
 * Begins a reminder of those who have not confirmed, unless enough have. Once the spending cap is reached, pauses the broadcast
 * instead: reminders cost as much as its texts.
 */
async function beginReminder(tx: Tx, id: string): Promise<void> {
  const { run } = await lockRunAndBroadcast(tx, id)
  if (!run?.remindAt || run.remindAt > tx.world.now()) return
  const isEnough = await isConfirmed(tx, run)
  const isOver = isEnough || run.remindersStopped || run.state === 'stopped' || run.state === 'failed'
  if (!isOver && (await spendingCap.get()(tx))) return pauseRun(tx, run)
  await saveRun(tx, id, { remindAt: null, remindAfter: null, isReminding: !isOver })
  if (isOver) return
  if (await postponeReminder(tx, run)) return
  if (!run.reminderBatchId) {
    const reminderBatchId = tx.world.id()
    await textBatches.add(tx, reminderBatchId)
    await saveRun(tx, id, { reminderBatchId })
  }
  startRun(tx, REMINDING_RUN, { id, userId: null })
}

/** Puts a reminder off while no one can be reminded yet, because their texts wait; returns whether it did. */
async function postponeReminder(tx: Tx, run: LockedRun): Promise<boolean> {
  const reminders = run.content.acknowledgement?.remindAfterMinutes.length ?? 0
  if ((await recipientsToRemind(tx, run.id, { after: null, reminders, most: 1 })).length > 0) return false
  const remindAt = await remindAfterWait(tx, run)
  if (!remindAt) return false
  await saveRun(tx, run.id, { remindAt, isReminding: false })
  tx.publish(BroadcastChanged, { ids: [run.broadcastId] })
  return true
}

async function beginRun(tx: Tx, id: string): Promise<void> {
  const { run } = await lockRunAndBroadcast(tx, id)
  if (run?.state !== 'waiting') return
  if (await spendingCap.get()(tx)) return pauseRun(tx, run)
  await saveRun(tx, id, { state: 'preparing', startedAt: tx.world.now() })
  startRun(tx, SENDING_RUN, { id, userId: run.userId })
  tx.publish(BroadcastChanged, { ids: [run.broadcastId] })
}

/** A run that would begin or remind after the spending cap was reached waits until a member raises the cap. */
async function pauseRun(tx: Tx, run: LockedRun): Promise<void> {
  const { id, broadcastId, content, userId } = run
  await setRunBatches(tx, run, 'paused')
  await saveRun(tx, id, { state: 'paused', pausedBy: 'spending_cap' })
  await saveState(tx, broadcastId, { state: 'paused' })
  tx.publish(BroadcastChanged, { ids: [broadcastId] })
  notifyTeam(tx, { broadcastId, name: content.name, userId, what: 'spending_cap' })
}

/** What begins when it is due. */
const BEGIN: Record<DueKind, (tx: Tx, id: string) => Promise<void>> = {
  date: beginDate,
  run: beginRun,
  reminder: beginReminder,
  escalation: escalate,
  end: reviewRun,
}
