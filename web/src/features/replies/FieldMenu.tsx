import { mergeFields } from '@crewline/contract/merge'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useCustomFields } from '../fields/index.ts'
import { SuggestList, type SuggestKeys } from '../../shared/ui/overlay/SuggestList.tsx'
import classes from './Replies.module.css'
import { useFieldNames } from './useFieldNames.ts'
import type { MergeFieldValues } from './useMergeValues.ts'

export interface FieldMenuProps {
  /** The text typed after the brace; undefined when a button opened the list. */
  query: string | undefined
  mergeValues: MergeFieldValues | undefined
  onPick: (field: string) => void
  onClose: () => void
  onKeys: (keys: SuggestKeys | undefined) => void
  onActive: (optionId: string) => void
}

/**
 * Lists the merge fields and the custom fields with their values for this contact; sensitive fields are excluded from
 * messages.
 */
export default function FieldMenu({ query, mergeValues, onPick, onClose, onKeys, onActive }: FieldMenuProps) {
  const { t } = useLingui()
  const names = useFieldNames()
  const customFields = useCustomFields()
    .filter(({ sensitive }) => !sensitive)
    .map(({ key }) => key)
  const [typed, setTyped] = useState('')
  const nameOf = (field: string) => names[field] ?? field
  const terms = (query ?? typed).toLocaleLowerCase()
  const matches = [...mergeFields, ...customFields].filter(
    (field) => field.includes(terms) || nameOf(field).toLocaleLowerCase().includes(terms.replaceAll('_', ' ')),
  )
  function valueOf(field: string): string {
    const custom = mergeValues?.custom.find(({ key }) => key === field)
    return custom
      ? custom.value || custom.fallback
      : ((mergeValues?.values as Record<string, string> | undefined)?.[field] ?? '')
  }
  return (
    <SuggestList
      label={t`Fields`}
      items={matches.map((field) => ({
        key: field,
        label: (
          <>
            <bdi className={classes.name}>{nameOf(field)}</bdi>
            {mergeValues &&
              (valueOf(field) ? (
                <bdi className={classes.value}>{valueOf(field)}</bdi>
              ) : (
                <span className={classes.missing}>{t`Empty`}</span>
              ))}
          </>
        ),
      }))}
      onPick={onPick}
      onClose={onClose}
      onKeys={onKeys}
      onActive={onActive}
      empty={t`No fields match.`}
      search={query === undefined ? { value: typed, onChange: setTyped, label: t`Find a field` } : undefined}
    />
  )
}
