import type { Contact } from '@crewline/contract/contacts'
import { formatDay, languageName } from '@crewline/contract/formats'
import { useLingui } from '@lingui/react/macro'
import { useCallback, useMemo } from 'react'
import { formatCustomValue } from '../../fields/index.ts'
import type { Attribute, AttributeValue } from './attributes.ts'

/** Returns the labels of the work status, in the language of the page. */
export function useWorkStatusLabels(): Record<Contact['work'], string> {
  const { t } = useLingui()
  return useMemo(
    () => ({ active: t`Active`, on_leave: t`On leave`, terminated: t`Terminated`, blocked: t`Blocked` }),
    [t],
  )
}

/** Returns a function that formats a field value in the language of the page; empty for none. */
export function useAttributeText(): (attribute: Attribute, value: AttributeValue) => string {
  const { i18n } = useLingui()
  const work = useWorkStatusLabels()
  return useCallback(
    (attribute, value) => {
      if (value === null || value === '') return ''
      if (attribute.field) return formatCustomValue(attribute.field, value, i18n)
      const text = String(value)
      if (attribute.kind === 'language') return languageName(text, i18n.locale)
      if (attribute.kind === 'zone') return text.replaceAll('_', ' ')
      if (attribute.kind === 'date' || attribute.kind === 'birthday') return formatDay(text, 'date', i18n.locale)
      return attribute.kind === 'work' ? work[text as Contact['work']] : text
    },
    [i18n, work],
  )
}
