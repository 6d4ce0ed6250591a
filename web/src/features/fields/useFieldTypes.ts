import type { FieldType } from '@crewline/contract/fields'
import { useLingui } from '@lingui/react/macro'
import {
  IconAlignLeft,
  IconCalendar,
  IconCheckbox,
  IconLetterCase,
  IconLink,
  IconListCheck,
  IconMail,
  IconNumbers,
  IconPhone,
  IconSelector,
  type Icon,
} from '@tabler/icons-react'

/** The types in the order menus show them. */
export const fieldTypes: readonly FieldType[] = [
  ...(['text', 'number', 'date', 'select', 'multiselect', 'boolean'] as const),
  ...(['longtext', 'phone', 'email', 'url'] as const),
]

/** The picture of each type. */
export const typeIcons: Record<FieldType, Icon> = {
  text: IconLetterCase,
  longtext: IconAlignLeft,
  number: IconNumbers,
  date: IconCalendar,
  boolean: IconCheckbox,
  select: IconSelector,
  multiselect: IconListCheck,
  phone: IconPhone,
  email: IconMail,
  url: IconLink,
}

/** What people call the types. */
export function useTypeNames(): Record<FieldType, string> {
  const { t } = useLingui()
  return {
    text: t`Text`,
    longtext: t`Long text`,
    number: t`Number`,
    date: t`Date`,
    boolean: t`Yes or no`,
    select: t`Choice`,
    multiselect: t`Several choices`,
    phone: t`Phone number`,
    email: t`Email`,
    url: t`Link`,
  }
}

/** The types a field of this type can take without losing a value, itself first. */
export function widerTypes(from: FieldType): FieldType[] {
  if (from === 'longtext') return [from]
  if (from === 'text') return [from, 'longtext']
  return [from, ...(from === 'select' ? (['multiselect'] as const) : []), 'text', 'longtext']
}

/** The types whose values can belong to one contact only. */
export const uniqueTypes: readonly FieldType[] = ['text', 'number', 'phone', 'email', 'url']

/** Whether a type offers choices. */
export function isChoice(type: FieldType): boolean {
  return type === 'select' || type === 'multiselect'
}
