import { encodeInApp, type InAppNotification } from '@crewline/contract/events'
import type { Permission } from '@crewline/contract/permissions'
import { defineFact } from '../facts/define.ts'
import type { Tx } from '../scope.ts'
import { defineTeller, type Told } from './live.ts'

/** One person of the organization, or everybody in it who holds a permission. */
type Addressee = { userId: string } | { can: Permission }

const InAppTold = defineFact<{ to: Addressee; notification: InAppNotification }>('in-app.told')

/**
 * Shows words as a toast to one person, or to everybody who holds a permission, in every process, once the transaction
 * has committed. Whoever is not connected then never sees it; members of some groups only hear what is said to them alone.
 */
export function tellInApp(tx: Tx, to: Addressee, notification: InAppNotification): void {
  tx.publish(InAppTold, { to, notification })
}

/** Turns the words of any room into toasts. */
export const inAppTeller = defineTeller(InAppTold, 'team.read', async (_view, payloads) =>
  payloads.map(({ to, notification }): Told => ({
    event: 'inapp-notification',
    data: encodeInApp(notification),
    ...to,
  })),
)
