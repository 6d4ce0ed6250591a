import { CUSTOM_KINDS, CUSTOM_PREFIX, STANDARD_FIELDS, type StandardField } from '@crewline/contract/filter-fields'
import { languageName } from '@crewline/contract/formats'
import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { useCan } from '../../shared/lib/session/select.ts'
import { useContactFieldNames, useCustomFields } from '../fields/index.ts'
import { useCrewLanguages, useShiftsQuery } from '../organizations/index.ts'
import { useImportChoicesQuery } from './api.ts'
import type { FieldSection, FilterField, FilterOption } from './filter-field.ts'

/** A group as rules refer to it. */
export interface GroupChoice {
  id: string
  name: string
}

const sections: Record<StandardField, FieldSection> = {
  firstname: 'person',
  lastname: 'person',
  preferredName: 'person',
  phone: 'person',
  email: 'person',
  employeeId: 'work',
  jobTitle: 'work',
  department: 'work',
  location: 'work',
  language: 'person',
  timezone: 'person',
  status: 'work',
  reach: 'texting',
  source: 'record',
  import: 'record',
  hireDate: 'work',
  birthday: 'person',
  createdAt: 'record',
  group: 'texting',
  shift: 'work',
  activity: 'texting',
}

// Fields in order of how often they are used in filters.
const order: StandardField[] = [
  'location',
  'department',
  'jobTitle',
  'hireDate',
  'status',
  'shift',
  'employeeId',
  'language',
  'firstname',
  'lastname',
  'preferredName',
  'phone',
  'email',
  'birthday',
  'timezone',
  'group',
  'reach',
  'activity',
  'source',
  'import',
  'createdAt',
]

function useLabels(): Record<StandardField, string> {
  const { t } = useLingui()
  const names = useContactFieldNames()
  return useMemo(() => {
    const { work, ...others } = names
    return {
      ...others,
      status: work,
      reach: t`Texting status`,
      source: t`Source`,
      import: t`Import`,
      createdAt: t`Added`,
      group: t`Group`,
      shift: t`Shift`,
      activity: t`Activity`,
    }
  }, [t, names])
}

function useChoices(): Partial<Record<StandardField, FilterOption[]>> {
  const { t, i18n } = useLingui()
  const { offered } = useCrewLanguages()
  return useMemo(
    () => ({
      language: offered.map((tag) => ({ value: tag, label: languageName(tag, i18n.locale) })),
      timezone: Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
      status: [
        { value: 'active', label: t`Active` },
        { value: 'on_leave', label: t`On leave` },
        { value: 'terminated', label: t`Terminated` },
        { value: 'blocked', label: t`Blocked` },
      ],
      reach: [
        { value: 'can_text', label: t`Can get texts` },
        { value: 'opted_out', label: t`Opted out` },
        { value: 'no_mobile', label: t`No mobile` },
        { value: 'landline', label: t`Landline` },
        { value: 'not_in_use', label: t`Not in service` },
      ],
      source: [
        { value: 'manual', label: t`Added by a teammate` },
        { value: 'import', label: t`Import` },
        { value: 'hris', label: t`HR system` },
        { value: 'optin', label: t`Opt-in page` },
        { value: 'inbound', label: t`Texted you first` },
        { value: 'demo', label: t`Sample data` },
        { value: 'parent', label: t`Parent organization` },
        { value: 'transfer', label: t`Transferred from another organization` },
      ],
    }),
    [t, i18n.locale, offered],
  )
}

/** Returns all filter fields with labels and options: the standard fields, then the custom fields. */
export function useFilterFields(groups: readonly GroupChoice[] | undefined): FilterField[] {
  const labels = useLabels()
  const choices = useChoices()
  const custom = useCustomFields()
  const mayImport = useCan('contacts.edit')
  const mayReadShifts = useCan('contacts.read')
  const { data: shifts } = useShiftsQuery(undefined, { skip: !mayReadShifts })
  const { data: imports } = useImportChoicesQuery(undefined, { skip: !mayImport })
  return useMemo(() => {
    const named: Partial<Record<StandardField, FilterOption[] | undefined>> = {
      ...choices,
      group: groups?.map(({ id, name: label }) => ({
        value: id,
        label,
      })),
      shift: shifts?.map(({ id, name: label }) => ({ value: id, label })),
      import: imports,
    }
    // A member without import access must not see file names.
    const offered = mayImport ? order : order.filter((name) => name !== 'import')
    const standard = offered.map((name): FilterField => {
      const options = named[name]
      return {
        name,
        label: labels[name],
        kind: STANDARD_FIELDS[name],
        section: sections[name],
        ...(options && { options }),
      }
    })
    const customFields = custom.map((field): FilterField => ({
      name: CUSTOM_PREFIX + field.key,
      label: field.name,
      kind: CUSTOM_KINDS[field.type],
      section: 'custom',
      ...(field.options.length > 0 && { options: field.options.map(({ id, label }) => ({ value: id, label })) }),
    }))
    return [...standard, ...customFields]
  }, [labels, choices, groups, shifts, custom, imports, mayImport])
}
