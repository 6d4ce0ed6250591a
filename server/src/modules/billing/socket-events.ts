import { mapToSocketEvents, type SocketEvent } from '../../kernel/realtime/socket-events.ts'
import { BillingChanged } from './events.ts'

/** Tells the pages of members who may pay that billing changed; they fetch it again. */
export const billingEvents = [
  mapToSocketEvents(BillingChanged, 'billing.manage', async (): Promise<SocketEvent[]> => [
    { event: 'billing-updated', data: {} },
  ]),
]
