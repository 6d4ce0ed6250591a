import type { FilterNode } from '@crewline/contract/filters'
import { formatList } from '@crewline/contract/formats'
import type { RecordManifest } from '@crewline/contract/verify-records'
import { useLingui } from '@lingui/react/macro'
import { formatFilter, useFilterFields } from '../../filters/index.ts'
import { useGroupValues } from '../../groups/index.ts'
import type { RecordExport } from '../api.ts'

type Choice = RecordExport['chosen'] | RecordManifest['people']

/** Returns a function that says how the people of an export were chosen; undefined where their number says it. */
export function useChoiceText(): (chosen: Choice) => string | undefined {
  const { t, i18n } = useLingui()
  const { data: groups } = useGroupValues()
  const fields = useFilterFields(groups)
  return (chosen) => {
    const hold = chosen?.hold?.name
    const names = formatList(chosen?.groups?.map(({ name }) => name) ?? [], i18n.locale, 'conjunction')
    switch (chosen?.covers) {
      case 'everyone':
        return t`Everyone`
      case 'groups':
        return t`Groups: ${names}`
      case 'hold':
        return hold && t`Legal hold: ${hold}`
      case 'filter': {
        if (!chosen.filter) return t`People who match a filter`
        const words = formatFilter(chosen.filter as FilterNode, fields, i18n)
        return t`People who match: ${words}`
      }
      default:
        return undefined
    }
  }
}
