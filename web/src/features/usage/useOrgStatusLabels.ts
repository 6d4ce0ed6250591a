import type { Organization } from '@crewline/contract/organizations'
import { useLingui } from '@lingui/react/macro'

/** Returns the label of each organization status. */
export function useOrgStatusLabels(): Record<Organization['status'], string> {
  const { t } = useLingui()
  return {
    active: t({ message: 'Active', context: 'account' }),
    past_due: t`Past due`,
    closed: t({ message: 'Closed', context: 'account' }),
  }
}
