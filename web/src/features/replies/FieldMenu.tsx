import { mergeFields, type MergeField, type MergeValues } from '@crewline/contract/merge'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { SuggestList, type SuggestKeys } from '../../shared/ui/SuggestList.tsx'
import classes from './Replies.module.css'
import { useFieldNames } from './useFieldNames.ts'

export interface FieldMenuProps {
  /** What was typed after the brace; undefined when a button opened the list. */
  query: string | undefined
  values: MergeValues | undefined
  onPick: (field: MergeField) => void
  onClose: () => void
  onKeys: (keys: SuggestKeys | undefined) => void
  onActive: (optionId: string) => void
}

/** The merge fields, each with what it says for this contact. */
export default function FieldMenu({ query, values, onPick, onClose, onKeys, onActive }: FieldMenuProps) {
  const { t } = useLingui()
  const names = useFieldNames()
  const [typed, setTyped] = useState('')
  const wanted = (query ?? typed).toLocaleLowerCase()
  const found = mergeFields.filter(
    (field) => field.includes(wanted) || names[field].toLocaleLowerCase().includes(wanted.replaceAll('_', ' ')),
  )
  return (
    <SuggestList
      label={t`Fields`}
      items={found.map((field) => ({
        key: field,
        label: (
          <>
            <span className={classes.name}>{names[field]}</span>
            {values &&
              (values[field] ? (
                <bdi className={classes.value}>{values[field]}</bdi>
              ) : (
                <span className={classes.missing}>{t`Empty`}</span>
              ))}
          </>
        ),
      }))}
      onPick={(key) => {
        const field = mergeFields.find((one) => one === key)
        if (field) onPick(field)
      }}
      onClose={onClose}
      onKeys={onKeys}
      onActive={onActive}
      empty={t`No field matches.`}
      search={query === undefined ? { value: typed, onChange: setTyped, label: t`Find a field` } : undefined}
    />
  )
}
