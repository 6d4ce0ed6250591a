import type { BroadcastCounts, BroadcastRun, BroadcastSummary } from '@crewline/contract/broadcasts'

type State = BroadcastSummary['state']

/** What a member may do, by permission. */
export interface Rights {
  canDraft: boolean
  canSend: boolean
}

/** What the menu of a broadcast offers now. */
export interface Offers {
  edit: boolean
  pause: boolean
  resume: boolean
  archive: boolean
  unarchive: boolean
  remove: boolean
}

const neverSent: ReadonlySet<State> = new Set(['draft', 'pending_approval'])
const ended: ReadonlySet<State> = new Set(['sent', 'completed', 'stopped', 'cancelled', 'failed'])

/** Returns the actions on a broadcast that its state and the rights of the member allow. */
export function offersOf({ state, archived }: Pick<BroadcastSummary, 'state' | 'archived'>, rights: Rights): Offers {
  return {
    edit: rights.canDraft && state === 'draft' && !archived,
    pause: rights.canSend && (state === 'sending' || state === 'recurring'),
    resume: rights.canSend && state === 'paused',
    archive: rights.canDraft && !archived && (ended.has(state) || neverSent.has(state)),
    unarchive: rights.canDraft && archived,
    remove: rights.canDraft && neverSent.has(state),
  }
}

/** Returns the share of the people who got the text handed off, stopped or refused: 0 to 1. */
export function progressOf({ recipients, waiting }: Pick<BroadcastCounts, 'recipients' | 'waiting'>): number {
  return recipients === 0 ? 0 : Math.min(1, Math.max(0, (recipients - waiting) / recipients))
}

/** The parts of the bar of a row, in percent of the people who should get the text. */
export interface BarShares {
  delivered: number
  failed: number
}

/** Returns how much of the bar is delivered and how much failed; together never more than 100. */
export function barOf({
  recipients,
  delivered,
  notDelivered,
  unknown,
  suppressed,
  cancelled,
}: BroadcastCounts): BarShares {
  if (recipients === 0) return { delivered: 0, failed: 0 }
  const percent = (count: number): number => Math.min(100, (count / recipients) * 100)
  const share = percent(delivered)
  return { delivered: share, failed: Math.min(100 - share, percent(notDelivered + unknown + suppressed + cancelled)) }
}

/** Returns part divided by whole; undefined when the whole is 0. */
export function shareOf(part: number, whole: number): number | undefined {
  return whole === 0 ? undefined : part / whole
}

/** Returns the whole seconds until a moment, at least 0. */
export function secondsUntil(at: string, nowMs: number): number {
  return Math.max(0, Math.ceil((Date.parse(at) - nowMs) / 1000))
}

/** Formats seconds as minutes and seconds: 0:27. */
export function formatCountdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Returns whether a run still changes by itself, so that a page has to follow it. */
export function isRunning(run: Pick<BroadcastRun, 'state'> | null): boolean {
  return run !== null && (run.state === 'waiting' || run.state === 'preparing' || run.state === 'sending')
}

/** Returns whether a run has handed off, or tried to hand off, at least one text. */
export function hasResults(run: BroadcastRun | null): run is BroadcastRun {
  return run !== null && (run.startedAt !== null || run.counts.targeted > 0) && run.state !== 'waiting'
}

/** Returns the first line of a text, for a row. */
export function firstLine(body: string): string {
  return body.trim().split(/\r?\n/, 1)[0] ?? ''
}

/** Returns the path of a broadcast. */
export function broadcastPath(id: string): string {
  return `/dashboard/broadcasts/${id}`
}

/** Returns the path of the editor of a draft. */
export function editPath(id: string): string {
  return `/dashboard/broadcasts/${id}/edit`
}
