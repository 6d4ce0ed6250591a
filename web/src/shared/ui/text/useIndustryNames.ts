import type { Headcount, Industry } from '@crewline/contract/organizations'
import { useLingui } from '@lingui/react/macro'

/** The sizes of organizations, smallest first. */
export const headcounts: Headcount[] = ['1-50', '51-200', '201-1000', '1001-5000', '5001+']

/** Returns the industries with their names, as select options. */
export function useIndustryNames(): { value: Industry; label: string }[] {
  const { t } = useLingui()
  return [
    { value: 'agriculture', label: t`Agriculture` },
    { value: 'construction', label: t`Construction` },
    { value: 'education', label: t`Education` },
    { value: 'healthcare', label: t`Healthcare` },
    { value: 'hospitality', label: t`Hospitality` },
    { value: 'logistics', label: t`Logistics` },
    { value: 'manufacturing', label: t`Manufacturing` },
    { value: 'public', label: t`Public services` },
    { value: 'retail', label: t`Retail` },
    { value: 'other', label: t`Other` },
  ]
}
