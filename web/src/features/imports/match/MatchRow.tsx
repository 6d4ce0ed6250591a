import { formatNumber } from '@crewline/contract/formats'
import type { Import } from '@crewline/contract/imports'
import { Trans, useLingui } from '@lingui/react/macro'
import { Checkbox, NativeSelect, Select, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useRef } from 'react'
import classes from './Match.module.css'
import { Replacements } from './Replacements.tsx'
import { differs, hasCapitals, isShouted, type ColumnChoice } from './targets.ts'
import { NEW_FIELD, NOWHERE, useFieldTypes, type Targets } from './useTargets.ts'

export interface MatchRowProps {
  column: Import['columns'][number]
  choice: ColumnChoice
  targets: Targets
  hasProblem: boolean
  onChoose: (choice: ColumnChoice) => void
}

const nameMax = 36

function Fit({ column, choice }: Pick<MatchRowProps, 'column' | 'choice'>) {
  const { i18n } = useLingui()
  if (choice.target === null && choice.newField === null) return null
  if (differs(choice, column) || !column.fit)
    return (
      <span className={classes.later}>
        <Trans>Checked in the next step</Trans>
      </span>
    )
  const good = formatNumber(column.fit.good, i18n.locale)
  const bad = formatNumber(column.fit.bad, i18n.locale)
  const empty = formatNumber(column.fit.empty, i18n.locale)
  return (
    <span className={classes.fit}>
      <span className={classes.good}>
        <IconCheck size={16} stroke={2} aria-hidden />
        <Trans>{good} valid</Trans>
      </span>
      {column.fit.bad > 0 && (
        <span className={classes.bad}>
          <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
          <Trans>{bad} invalid</Trans>
        </span>
      )}
      {column.fit.empty > 0 && (
        <span className={classes.later}>
          <Trans>{empty} empty</Trans>
        </span>
      )}
    </span>
  )
}

function MatchedBy({ column, choice }: Pick<MatchRowProps, 'column' | 'choice'>) {
  if (!column.matchedBy || differs(choice, column)) return null
  return (
    <span className={classes.by}>
      {column.matchedBy === 'remembered' && <Trans>Same as last time</Trans>}
      {column.matchedBy === 'header' && <Trans>Matched by header</Trans>}
      {column.matchedBy === 'content' && <Trans>Matched by content</Trans>}
    </span>
  )
}

function NewField({ choice, header, onChoose }: Pick<MatchRowProps, 'choice' | 'onChoose'> & { header: string }) {
  const { t } = useLingui()
  const types = useFieldTypes()
  const { newField } = choice
  if (!newField) return null
  return (
    <div className={classes.fresh}>
      <TextInput
        aria-label={t`Name of new field for ${header}`}
        placeholder={t`Field name`}
        value={newField.name}
        maxLength={nameMax}
        onChange={(event) => onChoose({ ...choice, newField: { ...newField, name: event.currentTarget.value } })}
      />
      <NativeSelect
        aria-label={t`Type of new field for ${header}`}
        data={types}
        value={newField.type}
        onChange={(event) => {
          const type = types.find(({ value }) => value === event.currentTarget.value)?.value ?? 'text'
          onChoose({ ...choice, newField: { ...newField, type } })
        }}
      />
    </div>
  )
}

/** One column of the file: sample values, its target, and how well they fit. */
export function MatchRow({ column, choice, targets, hasProblem, onChoose }: MatchRowProps) {
  const { t } = useLingui()
  const header = column.header || t`Column ${column.index + 1}`
  const value = choice.newField ? NEW_FIELD : (choice.target ?? NOWHERE)
  const targetCell = useRef<HTMLTableCellElement>(null)
  function keep(removed: ColumnChoice['replacements'][number]): void {
    // The button that has the focus disappears.
    const at = choice.replacements.findIndex(({ value }) => value === removed.value)
    const buttons = targetCell.current?.querySelectorAll<HTMLElement>('li button')
    const next = buttons?.[at + 1] ?? buttons?.[at - 1] ?? targetCell.current?.querySelector('input')
    onChoose({ ...choice, replacements: choice.replacements.filter(({ value }) => value !== removed.value) })
    next?.focus()
  }
  function go(to: string): void {
    if (to === value) return
    const isNew = to === NEW_FIELD
    onChoose({
      index: choice.index,
      target: isNew || to === NOWHERE ? null : to,
      newField: isNew ? { name: column.header.trim().slice(0, nameMax), type: 'text' } : null,
      dateOrder: null,
      replacements: [],
      fixCapitals: isShouted(to, column.samples) || (hasCapitals(to) && choice.fixCapitals),
    })
  }
  return (
    <tr data-nowhere={value === NOWHERE || undefined}>
      <th scope="row" className={classes.header}>
        <bdi>{header}</bdi>
      </th>
      <td className={classes.samples}>
        {column.samples.some((sample) => sample !== '') ? (
          <ul>
            {column.samples.map((sample, at) => (
              <li key={at}>
                <bdi>{sample || '–'}</bdi>
              </li>
            ))}
          </ul>
        ) : (
          <Trans>No values</Trans>
        )}
      </td>
      <td className={classes.target} ref={targetCell}>
        <Select
          aria-label={t`Import ${header} as`}
          data={targets.groups}
          value={value}
          onChange={(to) => to !== null && go(to)}
          searchable
          allowDeselect={false}
          error={hasProblem}
          nothingFoundMessage={t`No fields found`}
          maxDropdownHeight={320}
          comboboxProps={{ keepMounted: false, width: 260, position: 'bottom-start' }}
        />
        <NewField choice={choice} header={header} onChoose={onChoose} />
        <Replacements header={header} replacements={choice.replacements} onRemove={keep} />
        {hasCapitals(choice.target) && (
          <Checkbox
            label={t`Fix capitals`}
            aria-label={t`Fix capitals in ${header}`}
            checked={choice.fixCapitals}
            onChange={(event) => onChoose({ ...choice, fixCapitals: event.currentTarget.checked })}
          />
        )}
      </td>
      <td className={classes.fitCell}>
        <Fit column={column} choice={choice} />
        <MatchedBy column={column} choice={choice} />
      </td>
    </tr>
  )
}
