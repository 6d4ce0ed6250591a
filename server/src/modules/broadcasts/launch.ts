import type { Broadcast } from '@crewline/contract/broadcasts'
import type { BodyOf } from '@crewline/contract/endpoint'
import type { approveBroadcast, launchBroadcast } from '@crewline/contract/launch'
import { BROADCAST_COUNTDOWN_MS } from '@crewline/contract/broadcast-limits'
import { msg } from '@crewline/contract/localized-text'
import { fail } from '../../kernel/failure.ts'
import { startRun } from '../../kernel/runs/define.ts'
import { requireUserId, type Scope, type Tx } from '../../kernel/scope.ts'
import { untilWritten } from '../messages/index.ts'
import { settingsOf } from '../organizations/index.ts'
import { read } from './drafts.ts'
import { BroadcastChanged } from './events.ts'
import { leftBehind, markedReminders, NONE_LEFT, onceWritten } from './left-behind.ts'
import { refuseDeletedGroups, refuseUnready } from './ready.ts'
import { refuseOffShift } from './resting.ts'
import { isMoreThanConfirmed } from './rules.ts'
import { planNext } from './scheduling.ts'
import { spendingCap } from './ports.ts'
import { SENDING_RUN } from './run-name.ts'
import { resumeRun, setRunBatches, stopRemindersOf } from './run-batches.ts'
import { lockBroadcast, saveState, type LockedBroadcast } from './store/broadcasts.ts'
import { insertRun, lockCurrentRuns, saveRun } from './store/runs.ts'
import { endRetries, goOnWithRetries } from './tried-again.ts'

/** Sends a draft after a countdown, plans it, or asks for an approval. */
export async function launch(
  scope: Scope,
  id: string,
  { version, expectedRecipients }: BodyOf<typeof launchBroadcast>,
): Promise<{ broadcast: Broadcast }> {
  const before = await read(scope, id)
  if (before.state !== 'draft') fail('broadcast_not_draft')
  const recipients = await refuseUnready(scope, before)
  if (isMoreThanConfirmed(recipients, expectedRecipients)) fail('broadcast_count_changed')
  const needsApproval = await isApprovalNeeded(scope, recipients)
  if (!needsApproval) await refuseOffShift(scope, before)
  await scope.tx(async (tx) => {
    const stored = (await lockBroadcast(tx, id)) ?? fail('not_found')
    if (stored.state !== 'draft') fail('broadcast_not_draft')
    if (stored.version !== version) fail('outdated')
    await refuseDeletedGroups(tx, stored.content)
    if (needsApproval) {
      const approval = { state: 'pending' as const, byId: null, at: null, comment: '', expectedRecipients }
      await saveState(tx, id, { state: 'pending_approval', approval })
      tx.audit('broadcast.approval-requested', id, { recipients })
    } else {
      await start(tx, stored, requireUserId(scope))
      tx.audit('broadcast.launched', id, { recipients, schedule: stored.content.schedule.mode })
    }
    tx.publish(BroadcastChanged, { ids: [id] })
  })
  return { broadcast: await read(scope, id) }
}

async function isApprovalNeeded(scope: Scope, recipients: number): Promise<boolean> {
  if (scope.can('broadcasts.approve')) return false
  if (!scope.can('broadcasts.send')) return true
  const { broadcasts } = await settingsOf(scope.db, scope.orgId)
  return broadcasts.approvalAbove !== null && recipients > broadcasts.approvalAbove
}

/** Starts the countdown of a locked broadcast, or plans its first date. */
async function start(tx: Tx, stored: LockedBroadcast, userId: string): Promise<void> {
  const { id, content } = stored
  if (content.schedule.mode !== 'now') {
    // A date in the minute that is not over was accepted, and is sent at once.
    const since = new Date(tx.world.now().getTime() - 60_000)
    const next = (await planNext(tx, content.schedule, since)) ?? fail('broadcast_incomplete')
    const state = content.schedule.mode === 'once' ? 'scheduled' : 'recurring'
    await saveState(tx, id, { state, launchedBy: userId, nextAt: next.at, nextLocal: next.local, datesPaused: false })
    return
  }
  const now = tx.world.now()
  const startsAt = new Date(now.getTime() + BROADCAST_COUNTDOWN_MS)
  const runId = tx.world.id()
  const run = { id: runId, broadcastId: id, occurrence: now.toISOString(), content, userId, plannedAt: now, startsAt }
  await insertRun(tx, run)
  await saveState(tx, id, { state: 'sending', launchedBy: userId, sentAt: now })
}

/**
 * Refuses an approval when more people would get the text than its author confirmed. To an author who is limited to some groups,
 * everyone is whom they see; the broadcast is sent for who approves it, who may see the whole organization.
 */
function refuseMore(recipients: number, confirmed: number): void {
  if (!isMoreThanConfirmed(recipients, confirmed)) return
  const text = msg({
    message:
      '{recipients, number} people would get this now, and its author confirmed {confirmed, number}. Return it to its author.',
    values: { recipients, confirmed },
  })
  fail('broadcast_count_changed', { text })
}

/** Approves a broadcast, which starts or plans it, or returns it to its author. */
export async function decide(
  scope: Scope,
  id: string,
  { approved, comment }: BodyOf<typeof approveBroadcast>,
): Promise<{ broadcast: Broadcast }> {
  const before = await read(scope, id)
  if (before.state !== 'pending_approval') fail('broadcast_not_pending')
  const recipients = approved ? await refuseUnready(scope, before, before.schedule) : 0
  if (approved) await refuseOffShift(scope, before)
  const byId = requireUserId(scope)
  await scope.tx(async (tx) => {
    const stored = (await lockBroadcast(tx, id)) ?? fail('not_found')
    if (stored.state !== 'pending_approval' || !stored.approval) return fail('broadcast_not_pending')
    if (approved) {
      refuseMore(recipients, stored.approval.expectedRecipients)
      await refuseDeletedGroups(tx, stored.content)
    }
    const at = tx.world.now().toISOString()
    const approval = {
      ...stored.approval,
      state: approved ? ('approved' as const) : ('rejected' as const),
      byId,
      at,
      comment,
    }
    await saveState(tx, id, { state: approved ? stored.state : 'draft', approval })
    if (approved) await start(tx, stored, byId)
    tx.publish(BroadcastChanged, { ids: [id] })
    tx.audit(approved ? 'broadcast.approved' : 'broadcast.rejected', id, { comment })
  })
  return { broadcast: await read(scope, id) }
}

/** Pauses sending; returns how many texts carriers already have, once no other can leave. */
export async function pause(scope: Scope, id: string): Promise<{ broadcast: Broadcast; handedOff: number }> {
  const paused = await scope.tx(async (tx) => {
    const stored = await goOnWithRetries(tx, (await lockBroadcast(tx, id)) ?? fail('not_found'))
    if (stored.state === 'recurring') {
      await saveState(tx, id, { state: 'paused', datesPaused: true })
      return announce(tx, id, 'broadcast.paused', NONE_LEFT)
    }
    const runs = stored.state === 'sending' ? await lockCurrentRuns(tx, id) : []
    if (runs.length === 0) return fail('broadcast_not_sending')
    for (const run of runs) {
      await setRunBatches(tx, run, 'paused')
      await saveRun(tx, run.id, { state: 'paused', pausedBy: run.pausedBy ?? 'member' })
    }
    await saveState(tx, id, { state: 'paused' })
    return announce(tx, id, 'broadcast.paused', await leftBehind(tx, runs, await markedReminders(tx, runs)))
  })
  const { handedOff } = await onceWritten(scope, paused)
  return { broadcast: await read(scope, id), handedOff }
}

/** Publishes and audits a change of a broadcast, and returns the result of the change. */
export function announce<Result>(tx: Tx, id: string, action: string, result: Result): Result {
  tx.publish(BroadcastChanged, { ids: [id] })
  tx.audit(action, id)
  return result
}

/** Resumes a paused broadcast. The circuit breaker does not pause the same run again. */
export async function resume(scope: Scope, id: string): Promise<{ broadcast: Broadcast }> {
  const isCapped = await spendingCap.get()(scope)
  await scope.tx(async (tx) => {
    const stored = (await lockBroadcast(tx, id)) ?? fail('not_found')
    if (stored.state !== 'paused') fail('broadcast_not_paused')
    if (isCapped) fail('spending_cap_reached')
    const runs = await lockCurrentRuns(tx, id)
    for (const run of runs) await resumeRun(tx, run)
    if (runs.length > 0 && !stored.datesPaused) await saveState(tx, id, { state: 'sending' })
    else {
      const next = await planNext(tx, stored.content.schedule, tx.world.now())
      const state = runs.length > 0 ? 'sending' : next ? 'recurring' : 'completed'
      await saveState(tx, id, {
        state,
        ...(next && { datesPaused: false, nextAt: next.at, nextLocal: next.local }),
      })
    }
    announce(tx, id, 'broadcast.resumed', undefined)
  })
  return { broadcast: await read(scope, id) }
}

/** Stops a broadcast and its reminders for good, or returns one that has not begun to a draft. */
export async function stop(
  scope: Scope,
  id: string,
): Promise<{ broadcast: Broadcast; handedOff: number; remaining: number }> {
  const stopped = await scope.tx(async (tx) => {
    const stored = await goOnWithRetries(tx, (await lockBroadcast(tx, id)) ?? fail('not_found'))
    const stoppedReminders = await stopRemindersOf(tx, id)
    const reminders = stoppedReminders?.marked ?? []
    const runs = await lockCurrentRuns(tx, id)
    for (const run of runs) {
      await setRunBatches(tx, run, 'stopped')
      await saveRun(tx, run.id, { state: 'stopped', finishedAt: tx.world.now(), pausedBy: null, remindAt: null })
      if (run.startedAt) startRun(tx, SENDING_RUN, { id: run.id, userId: null })
    }
    if (runs.some((run) => run.startedAt)) {
      await endRetries(tx, id)
      await saveState(tx, id, { state: 'stopped', nextAt: null, nextLocal: null })
      return announce(tx, id, 'broadcast.stopped', await leftBehind(tx, runs, reminders))
    }
    const isCountingDown = runs.length > 0
    const isPlanned = ['pending_approval', 'scheduled', 'recurring', 'paused'].includes(stored.state)
    if (stoppedReminders && !isCountingDown && !isPlanned)
      return announce(tx, id, 'broadcast.reminders-stopped', {
        ...NONE_LEFT,
        remaining: stoppedReminders.left,
        reminders,
      })
    if (!isCountingDown && !isPlanned) return fail('broadcast_not_sending')
    await endRetries(tx, id)
    await saveState(tx, id, {
      state: stored.wasSent && !isCountingDown ? 'stopped' : 'draft',
      nextAt: null,
      nextLocal: null,
      datesPaused: false,
    })
    return announce(tx, id, 'broadcast.unscheduled', { ...NONE_LEFT, reminders })
  })
  const numbers = await onceWritten(scope, stopped)
  return { broadcast: await read(scope, id), ...numbers }
}

/** Stops only the reminders of a broadcast; what it sends and its dates stay. */
export async function stopReminders(scope: Scope, id: string): Promise<{ broadcast: Broadcast; remaining: number }> {
  const { left, marked } = await scope.tx(async (tx) => {
    if (!(await lockBroadcast(tx, id))) fail('not_found')
    const stopped = (await stopRemindersOf(tx, id)) ?? fail('broadcast_not_reminding')
    return announce(tx, id, 'broadcast.reminders-stopped', stopped)
  })
  await untilWritten(scope, marked)
  return { broadcast: await read(scope, id), remaining: left }
}
