import { useLingui } from '@lingui/react/macro'
import type { Billing } from './api.ts'

/** Returns the label of each billing status. */
export function useStatusNames(): Record<Billing['status'], string> {
  const { t } = useLingui()
  return {
    none: t({ message: 'No plan', context: 'billing' }),
    trialing: t({ message: 'Free trial', context: 'billing' }),
    active: t({ message: 'Active', context: 'billing' }),
    past_due: t`Payment failed`,
    blocked: t`Past due`,
    canceled: t({ message: 'Ended', context: 'billing' }),
  }
}
