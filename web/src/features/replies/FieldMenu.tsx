import { mergeFields } from '@crewline/contract/merge'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useCustomFields } from '../fields/index.ts'
import { SuggestList, type SuggestKeys } from '../../shared/ui/SuggestList.tsx'
import classes from './Replies.module.css'
import { useFieldNames } from './useFieldNames.ts'
import type { SaidByFields } from './useMergeValues.ts'

export interface FieldMenuProps {
  /** What was typed after the brace; undefined when a button opened the list. */
  query: string | undefined
  said: SaidByFields | undefined
  onPick: (field: string) => void
  onClose: () => void
  onKeys: (keys: SuggestKeys | undefined) => void
  onActive: (optionId: string) => void
}

/** The merge fields and the organization's own, each with what it says for this contact; sensitive ones stay out of texts. */
export default function FieldMenu({ query, said, onPick, onClose, onKeys, onActive }: FieldMenuProps) {
  const { t } = useLingui()
  const names = useFieldNames()
  const own = useCustomFields()
    .filter(({ sensitive }) => !sensitive)
    .map(({ key }) => key)
  const [typed, setTyped] = useState('')
  const nameOf = (field: string) => names[field] ?? field
  const wanted = (query ?? typed).toLocaleLowerCase()
  const found = [...mergeFields, ...own].filter(
    (field) => field.includes(wanted) || nameOf(field).toLocaleLowerCase().includes(wanted.replaceAll('_', ' ')),
  )
  function valueOf(field: string): string {
    const custom = said?.custom.find(({ key }) => key === field)
    return custom
      ? custom.value || custom.fallback
      : ((said?.values as Record<string, string> | undefined)?.[field] ?? '')
  }
  return (
    <SuggestList
      label={t`Fields`}
      items={found.map((field) => ({
        key: field,
        label: (
          <>
            <bdi className={classes.name}>{nameOf(field)}</bdi>
            {said &&
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
      empty={t`No field matches.`}
      search={query === undefined ? { value: typed, onChange: setTyped, label: t`Find a field` } : undefined}
    />
  )
}
