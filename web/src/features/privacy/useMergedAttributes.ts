import { CONTACT_ATTRIBUTES } from '@crewline/contract/contact-columns'
import type { Contact } from '@crewline/contract/contacts'
import { formatDay, languageName } from '@crewline/contract/formats'
import { useLingui } from '@lingui/react/macro'
import { formatCustomValue, useContactFieldNames, useCustomFields } from '../fields/index.ts'
import { attributeValueOf, type MergedAttribute } from './attributes.ts'

/** A field in the comparison of two contacts. */
export interface ComparedAttribute {
  name: string
  label: string
  format: (contact: Contact) => string
}

/** Returns every field that a merge can take from the other contact, with localized names and values. */
export function useMergedAttributes(): ComparedAttribute[] {
  const { t, i18n } = useLingui()
  const fields = useCustomFields()
  const labels = useContactFieldNames()
  const work: Record<Contact['work'], string> = {
    active: t`Active`,
    on_leave: t`On leave`,
    terminated: t`Terminated`,
    blocked: t`Blocked`,
  }
  const formatters: Partial<Record<MergedAttribute, (contact: Contact) => string>> = {
    phone: (contact) => contact.phoneDisplay ?? '',
    work: (contact) => work[contact.work],
    language: (contact) => languageName(contact.language, i18n.locale),
    hireDate: ({ hireDate }) => formatDay(hireDate ?? '', 'date', i18n.locale),
    birthday: ({ birthday }) => formatDay(birthday ?? '', 'date', i18n.locale),
    timezone: (contact) => contact.timezone?.replaceAll('_', ' ') ?? '',
  }
  return [
    ...CONTACT_ATTRIBUTES.map((name) => ({
      name,
      label: labels[name],
      format: formatters[name] ?? ((contact: Contact) => String(attributeValueOf(contact, name) ?? '')),
    })),
    ...fields.map((field) => ({
      name: `custom.${field.key}`,
      label: field.name,
      format: (contact: Contact) => {
        const value = contact.customFields[field.key]
        return value === undefined ? '' : formatCustomValue(field, value, i18n)
      },
    })),
  ]
}
