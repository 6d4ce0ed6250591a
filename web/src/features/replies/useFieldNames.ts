import type { MergeField } from '@crewline/contract/merge'
import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { useCustomFields } from '../fields/index.ts'

/** Returns the display names of the merge fields, and of the custom fields by key. */
export function useFieldNames(): Record<MergeField, string> & Record<string, string> {
  const { t } = useLingui()
  const fields = useCustomFields()
  return useMemo(
    () => ({
      first_name: t`First name`,
      last_name: t`Last name`,
      full_name: t`Full name`,
      job_title: t`Job title`,
      location: t`Location`,
      organization: t`Organization`,
      my_first_name: t`My first name`,
      my_full_name: t`My full name`,
      ...Object.fromEntries(fields.map(({ key, name }) => [key, name])),
    }),
    [t, fields],
  )
}
