import type { CONTACT_ATTRIBUTES } from '@crewline/contract/contact-columns'
import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'

/** Returns the names of the standard contact fields in the language of the page. */
export function useContactFieldNames(): Record<(typeof CONTACT_ATTRIBUTES)[number], string> {
  const { t } = useLingui()
  return useMemo(
    () => ({
      firstname: t`First name`,
      lastname: t`Last name`,
      preferredName: t`Preferred name`,
      phone: t`Mobile`,
      email: t`Email`,
      employeeId: t`Employee ID`,
      jobTitle: t`Job title`,
      department: t`Department`,
      location: t`Location`,
      language: t`Language`,
      timezone: t`Time zone`,
      work: t`Work status`,
      hireDate: t`Hire date`,
      birthday: t`Birthday`,
    }),
    [t],
  )
}
