import type { ImportRow } from '@crewline/contract/imports'
import { useLingui } from '@lingui/react/macro'
import { VisuallyHidden } from '@mantine/core'
import { memo } from 'react'
import type { Correction } from './api.ts'
import classes from './Check.module.css'
import { GridCell } from './GridCell.tsx'
import type { GridColumn } from './grid-columns.ts'
import { problemId, RowProblems } from './RowProblems.tsx'

export interface GridRowProps {
  row: ImportRow
  /** Its place in the list. */
  at: number
  columns: readonly GridColumn[]
  /** The column of the active cell, where this row has it. */
  active: number | undefined
  /** What is written into the active cell; undefined while nobody writes. */
  draft: string | undefined
  isChecking: boolean
  onCorrect: (edit: Correction) => void
}

/** One row of the file: its cells, and below them what is wrong with it. */
export const GridRow = memo(function GridRow({ row, at, columns, active, draft, isChecking, onCorrect }: GridRowProps) {
  const { t } = useLingui()
  const { row: number } = row
  return (
    <div
      role="row"
      aria-rowindex={at + 2}
      className={classes.row}
      data-kind={row.kind}
      data-checking={isChecking || undefined}
      aria-busy={isChecking || undefined}
    >
      <div role="rowheader" className={classes.rowNumber}>
        <VisuallyHidden>{t`Row ${number}`}</VisuallyHidden>
        <span aria-hidden>{number}</span>
      </div>
      {columns.map((column, place) => {
        const wrong = row.problems.flatMap((problem, index) => (problem.column === column.index ? [index] : []))
        return (
          <GridCell
            key={column.index}
            value={row.values[column.index] ?? ''}
            header={column.header}
            rowNumber={number}
            place={{ row: at, column: place }}
            isActive={active === place}
            draft={active === place ? draft : undefined}
            describedBy={wrong.map((index) => problemId(number, index)).join(' ')}
          />
        )
      })}
      <div role="gridcell" className={classes.below}>
        <RowProblems row={row} columns={columns} onCorrect={onCorrect} tabIndex={active === undefined ? -1 : 0} />
      </div>
    </div>
  )
})
