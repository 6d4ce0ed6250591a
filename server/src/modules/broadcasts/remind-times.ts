// When those who have not confirmed a broadcast are reminded, and when a member is told who they are.
import type { BroadcastContent } from '@crewline/contract/broadcasts'
import type { Tx } from '../../kernel/scope.ts'
import type { LockedRun } from './store/runs.ts'
import { areRemindersLeft } from './store/reminders.ts'
import { lastWaitOf } from './views/waits.ts'

/** How long people have to confirm a text that has no reminder, in minutes. */
const WITHOUT_REMINDER_MIN = 60

/**
 * Returns when the member is told, if this many reminders are the ones to wait for: after the time until the next
 * reminder, or as long as before the last one.
 */
export function escalateAtOf({ kind, acknowledgement }: BroadcastContent, sent: number, now: Date): Date | undefined {
  if (kind !== 'acknowledgement' || !acknowledgement?.escalateTo) return undefined
  const { remindAfterMinutes, escalateAfter } = acknowledgement
  if (sent !== Math.min(escalateAfter ?? remindAfterMinutes.length, remindAfterMinutes.length)) return undefined
  return new Date(now.getTime() + minutesAfter(remindAfterMinutes, sent) * 60_000)
}

/** Returns how long people have to confirm after this many reminders, in minutes. */
function minutesAfter(remindAfterMinutes: readonly number[], sent: number): number {
  return remindAfterMinutes[sent] ?? remindAfterMinutes.at(-1) ?? WITHOUT_REMINDER_MIN
}

/** Returns how long people have to confirm the last text of a run, in minutes. */
export function timeToConfirm({ content, remindersSent }: Pick<LockedRun, 'content' | 'remindersSent'>): number {
  return minutesAfter(content.acknowledgement?.remindAfterMinutes ?? [], remindersSent)
}

/** Returns when a reminder is due: counted from the text before it; undefined after the last one. */
export function remindAtOf({ kind, acknowledgement }: BroadcastContent, sent: number, now: Date): Date | undefined {
  const minutes = kind === 'acknowledgement' ? acknowledgement?.remindAfterMinutes[sent] : undefined
  return minutes === undefined ? undefined : new Date(now.getTime() + minutes * 60_000)
}

/**
 * Returns when people are reminded of whom a text of the run still waits for the morning, a shift or their local time: counted
 * from the last of these texts. Undefined when none waits, or everyone had all reminders.
 */
export async function remindAfterWait(tx: Tx, run: LockedRun): Promise<Date | undefined> {
  const { length } = run.content.acknowledgement?.remindAfterMinutes ?? []
  const last = await lastWaitOf(tx, { runId: run.id, now: tx.world.now() })
  if (!last || !(await areRemindersLeft(tx, run.id, length))) return undefined
  return new Date(last.getTime() + timeToConfirm(run) * 60_000)
}
