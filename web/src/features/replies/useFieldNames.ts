import type { MergeField } from '@crewline/contract/merge'
import { useLingui } from '@lingui/react/macro'

/** What people call the merge fields. */
export function useFieldNames(): Record<MergeField, string> {
  const { t } = useLingui()
  return {
    first_name: t`First name`,
    last_name: t`Last name`,
    full_name: t`Full name`,
    job_title: t`Job title`,
    location: t`Location`,
    organization: t`Organization`,
    my_first_name: t`My first name`,
    my_full_name: t`My full name`,
  }
}
