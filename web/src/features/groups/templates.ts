import type { FilterNode } from '@crewline/contract/filters'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { IconBriefcase, IconCalendarPlus, IconLanguage, IconMapPin, type Icon } from '@tabler/icons-react'

/** A smart group most organizations make, begun for them. */
export interface GroupTemplate {
  id: 'location' | 'language' | 'newHires' | 'managers'
  label: MessageDescriptor
  icon: Icon
  /** The name it begins with; empty where only its people can say it. */
  name: MessageDescriptor | undefined
  filter: FilterNode
}

/** The smart groups most organizations begin with. Rules without a value wait for one. */
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
    label: msg`New hires in 90 days`,
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
