import { encodeInApp, type InAppNotification } from '@crewline/contract/events'
import type { Permission } from '@crewline/contract/permissions'
import { defineEvent } from '../events/define.ts'
import type { Tx } from '../scope.ts'
import { mapToSocketEvents, type SocketEvent } from './socket-events.ts'

/** One user of the organization, or all of its members with a permission. */
type Addressee = { userId: string } | { can: Permission }

const InAppNotified = defineEvent<{ to: Addressee; notification: InAppNotification }>('in-app.notified')

/**
 * Shows a toast to one user, or to all members with a permission, in every process, after the transaction has
 * committed. Members who are not connected then never see it; members limited to some groups get only toasts addressed
 * to them.
 */
export function notifyInApp(tx: Tx, to: Addressee, notification: InAppNotification): void {
  tx.publish(InAppNotified, { to, notification })
}

/** Maps the notifications of every module to toasts. */
export const inAppEvents = mapToSocketEvents(InAppNotified, 'team.read', async (_view, payloads) =>
  payloads.map(({ to, notification }): SocketEvent => ({
    event: 'inapp-notification',
    data: encodeInApp(notification),
    ...to,
  })),
)
