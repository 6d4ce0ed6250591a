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

/** The types in the order of the menus. */
export const fieldTypes: readonly FieldType[] = [
  ...(['text', 'number', 'date', 'select', 'multiselect', 'boolean'] as const),
  ...(['longtext', 'phone', 'email', 'url'] as const),
]

/** The icon of each type. */
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

/** Returns the names of the types. */
export function useTypeNames(): Record<FieldType, string> {
  const { t } = useLingui()
  return {
    text: t`Text`,
    longtext: t`Long text`,
    number: t`Number`,
    date: t`Date`,
    boolean: t`Yes or no`,
    select: t`Single choice`,
    multiselect: t`Multiple choices`,
    phone: t`Phone number`,
    email: t`Email`,
    url: t`Link`,
  }
}

/** Returns the types to which a field of this type can change without losing a value, itself first. */
export function widerTypes(from: FieldType): FieldType[] {
  if (from === 'longtext') return [from]
  if (from === 'text') return [from, 'longtext']
  return [from, ...(from === 'select' ? (['multiselect'] as const) : []), 'text', 'longtext']
}

/** The types whose values can be unique per contact. */
export const uniqueTypes: readonly FieldType[] = ['text', 'number', 'phone', 'email', 'url']

/** Returns whether a type has options. */
export function isChoice(type: FieldType): boolean {
  return type === 'select' || type === 'multiselect'
}
