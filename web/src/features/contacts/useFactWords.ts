import type { Contact } from '@crewline/contract/contacts'
import { useLingui } from '@lingui/react/macro'
import { useCallback, useMemo } from 'react'
import { customValueWords } from '../fields/index.ts'
import { dateWords } from '../../shared/lib/date-words.ts'
import type { Fact, FactValue } from './facts.ts'
import { languageName } from './languages.ts'

/** The words for somebody's work, in the language of the page. */
export function useWorkWords(): Record<Contact['work'], string> {
  const { t } = useLingui()
  return useMemo(
    () => ({ active: t`Active`, on_leave: t`On leave`, terminated: t`Terminated`, blocked: t`Blocked` }),
    [t],
  )
}

/** Says what a fact says, in the language of the page; an empty text for nothing. */
export function useFactWords(): (fact: Fact, value: FactValue) => string {
  const { i18n } = useLingui()
  const work = useWorkWords()
  return useCallback(
    (fact, value) => {
      if (value === null || value === '') return ''
      if (fact.field) return customValueWords(fact.field, value, i18n)
      const text = String(value)
      if (fact.kind === 'language') return languageName(text, i18n.locale)
      if (fact.kind === 'zone') return text.replaceAll('_', ' ')
      if (fact.kind === 'date' || fact.kind === 'birthday') return dateWords(text, i18n.locale)
      return fact.kind === 'work' ? work[text as Contact['work']] : text
    },
    [i18n, work],
  )
}
