import type { BroadcastRun } from '@crewline/contract/broadcasts'
import { msg, type LocalizedText } from '@crewline/contract/localized-text'
import { localize } from '../../kernel/i18n/localize.ts'
import { notifyInApp } from '../../kernel/realtime/in-app.ts'
import type { Tx } from '../../kernel/scope.ts'

type Notice = 'failed' | 'missed' | 'missed_paused' | 'sent' | 'unconfirmed' | NonNullable<BroadcastRun['pausedBy']>

const TEXTS: Record<Exclude<Notice, 'member'>, (name: string) => LocalizedText> = {
  failed: (name) => msg({ message: '“{name}” could not be sent. Open it to see who got it.', values: { name } }),
  missed: (name) =>
    msg({ message: '“{name}” was not sent at its time, because it was more than six hours late.', values: { name } }),
  missed_paused: (name) =>
    msg({ message: '“{name}” was not sent at its time, because it was paused.', values: { name } }),
  sent: (name) => msg({ message: '“{name}” was sent.', values: { name } }),
  unconfirmed: (name) =>
    msg({ message: 'After the last reminder of “{name}”, some people have not confirmed.', values: { name } }),
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
