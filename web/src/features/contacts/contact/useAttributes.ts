import { CUSTOM_PREFIX } from '@crewline/contract/filter-fields'
import { NAME_MAX } from '@crewline/contract/limits'
import { useMemo } from 'react'
import { useContactFieldNames, useCustomFields } from '../../fields/index.ts'
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

/** Returns every contact field in the language of the page: the standard ones, then the custom fields. */
export function useAttributes(): Attribute[] {
  const labels = useContactFieldNames()
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
