import type { BroadcastRun } from '@crewline/contract/broadcasts'
import { msg, type LocalizedText } from '@crewline/contract/localized-text'
import { localize } from '../../kernel/i18n/localize.ts'
import { notifyInApp } from '../../kernel/realtime/in-app.ts'
import type { Tx } from '../../kernel/scope.ts'
import type { SendingObstacle } from './views/due.ts'

type Notice =
  | 'failed'
  | 'missed'
  | 'missed_paused'
  | `missed_${SendingObstacle}`
  | 'sent'
  | 'handed_over'
  | NonNullable<BroadcastRun['pausedBy']>

const TEXTS: Record<Exclude<Notice, 'member'>, (name: string) => LocalizedText> = {
  failed: (name) => msg({ message: '“{name}” could not be sent. Open it to see who got it.', values: { name } }),
  missed: (name) =>
    msg({ message: '“{name}” was not sent at its time, because it was more than six hours late.', values: { name } }),
  missed_paused: (name) =>
    msg({ message: '“{name}” was not sent at its time, because it was paused.', values: { name } }),
  missed_on_hold: (name) =>
    msg({
      message: '“{name}” was not sent at its time, because your organization needs a plan or a payment to send texts.',
      values: { name },
    }),
  missed_no_active_line: (name) =>
    msg({ message: '“{name}” was not sent at its time, because none of your numbers was active.', values: { name } }),
  sent: (name) => msg({ message: '“{name}” was sent.', values: { name } }),
  handed_over: (name) =>
    msg({ message: '“{name}” is yours now. It waits until you check who gets it and send it.', values: { name } }),
  carrier_filtered: (name) =>
    msg({ message: '“{name}” was paused: carriers filter its texts. Check the wording.', values: { name } }),
  opt_outs: (name) => msg({ message: '“{name}” was paused: many people opted out.', values: { name } }),
  failures: (name) => msg({ message: '“{name}” was paused: many texts fail.', values: { name } }),
  spending_cap: (name) =>
    msg({ message: '“{name}” was paused: the spending cap of this month is reached.', values: { name } }),
}

/** Tells the member who launched a broadcast, or all who may send, what happened to it. */
export function notifyTeam(
  tx: Tx,
  { broadcastId, name, userId, what }: { broadcastId: string; name: string; userId: string | null; what: Notice },
): void {
  if (what === 'member') return
  notifyInApp(tx, userId ? { userId } : { can: 'broadcasts.send' }, {
    id: tx.world.id(),
    key: `broadcast|${broadcastId}`,
    type: what === 'sent' ? 'success' : 'error',
    title: localize(msg({ message: 'Broadcast' }), 'en'),
    message: localize(TEXTS[what](name), 'en'),
    timeout: what === 'sent' ? 5000 : false,
    link: `/dashboard/broadcasts/${broadcastId}`,
  })
}

/**
 * Tells a member, or all who may send, how many people have not confirmed a broadcast, and opens their list: names are
 * only there, because a member may see just some of them.
 */
export function notifyUnconfirmed(
  tx: Tx,
  {
    broadcastId,
    runId,
    name,
    userId,
    count,
  }: { broadcastId: string; runId: string; name: string; userId: string | null; count: number },
): void {
  const text = msg({
    message: '{count, plural, one {# person has} other {# people have}} not confirmed “{name}”. Open it to see who.',
    values: { count, name },
  })
  notifyInApp(tx, userId ? { userId } : { can: 'broadcasts.send' }, {
    id: tx.world.id(),
    key: `broadcast|${broadcastId}|unconfirmed`,
    type: 'info',
    title: localize(msg({ message: 'Not confirmed' }), 'en'),
    message: localize(text, 'en'),
    timeout: false,
    link: `/dashboard/broadcasts/${broadcastId}?tab=people&filter=not_answered&run=${runId}`,
  })
}
