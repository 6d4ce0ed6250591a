import type { DeliveryFailure, WebhookEvent } from '@crewline/contract/webhooks'
import { useLingui } from '@lingui/react/macro'
import type { Delivery } from './api.ts'

/** Names events, states and failures in plain words. */
export function useWebhookText() {
  const { t } = useLingui()
  const events: Record<WebhookEvent | 'webhook.test', string> = {
    'message.received': t`Message received`,
    'message.status_changed': t`Message status changed`,
    'consent.changed': t`Opt-out or opt-in`,
    'contact.changed': t`Contact added or changed`,
    'broadcast.finished': t`Broadcast finished`,
    'form.answered': t`Form answered`,
    'webhook.test': t`Test event`,
  }
  const failures: Record<DeliveryFailure, string> = {
    address_refused: t`The address isn't on the public internet.`,
    unreachable: t`Couldn't connect.`,
    timeout: t`No response within 10 seconds.`,
    certificate: t`The certificate isn't valid.`,
  }
  const states: Record<Delivery['state'], string> = {
    waiting: t`Waiting`,
    delivered: t`Delivered`,
    failed: t`Not delivered`,
  }
  return {
    events,
    states,
    /** What the receiver answered, or why it did not. */
    outcome: (http: number | null, failure: DeliveryFailure | null): string => {
      if (failure) return failures[failure]
      return http === null ? '' : t`Answered ${http}`
    },
  }
}
