import type { ImportRow, Replacement } from '@crewline/contract/imports'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { memo, useState } from 'react'
import { useOnChange } from '../../../shared/lib/use-on-change.ts'
import type { Correction } from '../api.ts'
import classes from './Check.module.css'
import { problemsAt, rowName, type GridColumn } from './grid-columns.ts'
import { RowProblems } from './RowProblems.tsx'
import type { Corrections } from './useCorrections.ts'

interface CellFieldProps {
  row: ImportRow
  column: GridColumn
  onCorrect: (edit: Correction) => void
}

/** Saves the value on blur or Enter. */
function CellField({ row, column, onCorrect }: CellFieldProps) {
  const savedValue = row.values[column.index] ?? ''
  const [text, setText] = useState(savedValue)
  useOnChange(savedValue, () => setText(savedValue))
  const problemText = problemsAt(row, column.index)
    .map((problem) => problem.words)
    .join(' ')
  function keep(): void {
    if (text !== savedValue) onCorrect({ row: row.row, values: { [column.index]: text } })
  }
  return (
    <TextInput
      label={column.header}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Enter') keep()
        else if (event.key === 'Escape') setText(savedValue)
      }}
      error={problemText || undefined}
      type={column.target === 'phone' ? 'tel' : 'text'}
      maxLength={2000}
      autoComplete="off"
      spellCheck={false}
    />
  )
}

interface RowCardProps {
  row: ImportRow
  columns: readonly GridColumn[]
  isChecking: boolean
  onCorrect: (edit: Correction) => void
  onReplace: ((column: number, replacement: Replacement) => void) | undefined
}

const RowCard = memo(function RowCard({ row, columns, isChecking, onCorrect, onReplace }: RowCardProps) {
  const { t } = useLingui()
  const [isExpanded, setExpanded] = useState(false)
  const number = row.row
  const problemColumns = columns.filter(({ index }) => problemsAt(row, index).length > 0)
  const fields = isExpanded ? columns : problemColumns
  // A problem that is shown at its field is not repeated.
  const shownAtField = new Set(row.kind === 'skipped' ? [] : fields.map(({ index }) => index))
  return (
    <li className={classes.card} data-checking={isChecking || undefined} aria-busy={isChecking || undefined}>
      <div className={classes.cardHead}>
        <bdi className={classes.cardName}>{rowName(row, columns) || t`No name`}</bdi>
        <span className={classes.cardRow}>
          <Trans>Row {number}</Trans>
        </span>
      </div>
      {row.kind !== 'skipped' &&
        fields.map((column) => <CellField key={column.index} row={row} column={column} onCorrect={onCorrect} />)}
      <RowProblems
        row={row}
        columns={columns}
        onCorrect={onCorrect}
        onReplace={onReplace}
        shownElsewhere={shownAtField}
      />
      {row.kind !== 'skipped' && (
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.whole ?? ''}
          aria-expanded={isExpanded}
          onClick={() => setExpanded(!isExpanded)}
        >
          {isExpanded ? <Trans>Show less</Trans> : <Trans>Show all cells</Trans>}
        </Button>
      )}
    </li>
  )
})

/** Shows the rows as cards on a narrow page: fields with problems can be edited at once, the other cells on demand. */
export function RowCards({
  rows,
  columns,
  corrections,
  onReplace,
}: {
  rows: readonly ImportRow[]
  columns: readonly GridColumn[]
  corrections: Corrections
  onReplace: ((column: number, replacement: Replacement) => void) | undefined
}) {
  const { t } = useLingui()
  return (
    <ul className={classes.cardList} aria-label={t`Rows in your file`}>
      {rows.map((row) => (
        <RowCard
          key={row.row}
          row={corrections.applyTo(row)}
          columns={columns}
          isChecking={corrections.checking.has(row.row)}
          onCorrect={corrections.correct}
          onReplace={onReplace}
        />
      ))}
    </ul>
  )
}
