import { useLingui } from '@lingui/react/macro'
import type { Billing } from './api.ts'

/** Returns the name of each plan. */
export function usePlanNames(): Record<Billing['plans'][number]['key'], string> {
  const { t } = useLingui()
  return {
    starter: t({ message: 'Starter', context: 'plan' }),
    team: t({ message: 'Team', context: 'plan' }),
    growth: t({ message: 'Growth', context: 'plan' }),
  }
}
