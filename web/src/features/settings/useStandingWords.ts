import type { Organization } from '@crewline/contract/organizations'
import { useLingui } from '@lingui/react/macro'

/** How each standing of an account is called. */
export function useStandingWords(): Record<Organization['standing'], string> {
  const { t } = useLingui()
  return {
    active: t({ message: 'Active', context: 'account' }),
    past_due: t`Past due`,
    closed: t({ message: 'Closed', context: 'account' }),
  }
}
