import type { FilterNode } from '@crewline/contract/filters'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { IconBriefcase, IconCalendarPlus, IconLanguage, IconMapPin, type Icon } from '@tabler/icons-react'

/** A template for a common smart group. */
export interface GroupTemplate {
  id: 'location' | 'language' | 'newHires' | 'managers'
  label: MessageDescriptor
  icon: Icon
  /** The suggested name; undefined when the user has to name it. */
  name: MessageDescriptor | undefined
  filter: FilterNode
}

/** Templates for common smart groups. Rules without a value wait for one. */
export const groupTemplates: GroupTemplate[] = [
  {
    id: 'location',
    label: msg`By location`,
    icon: IconMapPin,
    name: undefined,
    filter: { op: 'and', children: [{ field: 'location', cmp: 'in' }] },
  },
  {
    id: 'language',
    label: msg`By language`,
    icon: IconLanguage,
    name: undefined,
    filter: { op: 'and', children: [{ field: 'language', cmp: 'in' }] },
  },
  {
    id: 'newHires',
    label: msg`Hired in the last 90 days`,
    icon: IconCalendarPlus,
    name: msg`New hires`,
    filter: { op: 'and', children: [{ field: 'hireDate', cmp: 'in_last_days', value: 90 }] },
  },
  {
    id: 'managers',
    label: msg`Managers`,
    icon: IconBriefcase,
    name: msg`Managers`,
    filter: {
      op: 'or',
      children: [
        { field: 'jobTitle', cmp: 'contains', value: 'manager' },
        { field: 'jobTitle', cmp: 'contains', value: 'supervisor' },
      ],
    },
  },
]
