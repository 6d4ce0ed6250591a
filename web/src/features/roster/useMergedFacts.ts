import type { Contact } from '@crewline/contract/contacts'
import { useLingui } from '@lingui/react/macro'
import { dateWords } from '../../shared/lib/date-words.ts'
import { customValueWords, useCustomFields } from '../fields/index.ts'
import { mergedFacts, saidBy, type MergedFact } from './facts.ts'

/** A fact as two contacts are compared by it. */
export interface ComparedFact {
  name: string
  label: string
  words: (contact: Contact) => string
}

/** Every fact one contact can take from another, with its words in the language of the page. */
export function useMergedFacts(): ComparedFact[] {
  const { t, i18n } = useLingui()
  const fields = useCustomFields()
  const labels: Record<MergedFact, string> = {
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
  }
  const work: Record<Contact['work'], string> = {
    active: t`Active`,
    on_leave: t`On leave`,
    terminated: t`Terminated`,
    blocked: t`Blocked`,
  }
  const languages = new Intl.DisplayNames(i18n.locale, { type: 'language', fallback: 'code' })
  const words: Partial<Record<MergedFact, (contact: Contact) => string>> = {
    phone: (contact) => contact.phoneDisplay ?? '',
    work: (contact) => work[contact.work],
    language: (contact) => languages.of(contact.language) ?? contact.language,
    hireDate: ({ hireDate }) => dateWords(hireDate ?? '', i18n.locale),
    birthday: ({ birthday }) => dateWords(birthday ?? '', i18n.locale),
    timezone: (contact) => contact.timezone?.replaceAll('_', ' ') ?? '',
  }
  return [
    ...mergedFacts.map((name) => ({
      name,
      label: labels[name],
      words: words[name] ?? ((contact: Contact) => String(saidBy(contact, name) ?? '')),
    })),
    ...fields.map((field) => ({
      name: `custom.${field.key}`,
      label: field.name,
      words: (contact: Contact) => {
        const value = contact.customFields[field.key]
        return value === undefined ? '' : customValueWords(field, value, i18n)
      },
    })),
  ]
}
