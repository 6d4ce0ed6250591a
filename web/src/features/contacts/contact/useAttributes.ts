import { CUSTOM_PREFIX } from '@crewline/contract/filter-fields'
import { NAME_MAX } from '@crewline/contract/limits'
import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { useCustomFields } from '../../fields/index.ts'
import { kindOf, standardAttributes, type Attribute, type StandardAttribute } from './attributes.ts'

const longest: Partial<Record<StandardAttribute, number>> = {
  firstname: NAME_MAX,
  lastname: NAME_MAX,
  preferredName: NAME_MAX,
  phone: 40,
  email: 254,
  employeeId: 60,
}
const usualLongest = 80

function useLabels(): Record<StandardAttribute, string> {
  const { t } = useLingui()
  return useMemo(
    () => ({
      firstname: t`First name`,
      lastname: t`Last name`,
      preferredName: t`Preferred name`,
      phone: t`Mobile`,
      email: t`Email`,
      language: t`Language`,
      timezone: t`Time zone`,
      birthday: t`Birthday`,
      employeeId: t`Employee ID`,
      work: t`Work status`,
      jobTitle: t`Job title`,
      department: t`Department`,
      location: t`Location`,
      hireDate: t`Hire date`,
    }),
    [t],
  )
}

/** Returns every contact field in the language of the page: the standard ones, then the custom fields. */
export function useAttributes(): Attribute[] {
  const labels = useLabels()
  const fields = useCustomFields()
  return useMemo(
    () => [
      ...standardAttributes.map((name) => ({
        name,
        label: labels[name],
        kind: kindOf(name),
        longest: longest[name] ?? usualLongest,
      })),
      ...fields.map((field) => ({
        name: CUSTOM_PREFIX + field.key,
        label: field.name,
        kind: 'custom' as const,
        field,
      })),
    ],
    [labels, fields],
  )
}
