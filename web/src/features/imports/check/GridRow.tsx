import type { ImportRow, Replacement } from '@crewline/contract/imports'
import { useLingui } from '@lingui/react/macro'
import { VisuallyHidden } from '@mantine/core'
import { memo } from 'react'
import type { Correction } from '../api.ts'
import classes from './Check.module.css'
import { GridCell } from './GridCell.tsx'
import type { CellPosition } from './grid-keys.ts'
import type { GridColumn } from './grid-columns.ts'
import { problemId, RowProblems } from './RowProblems.tsx'

export interface GridRowProps {
  row: ImportRow
  /** Its index in the list. */
  at: number
  columns: readonly GridColumn[]
  /** The column of the active cell when it is in this row. */
  active: number | undefined
  /** The value being typed into the active cell; undefined while it is not being edited. */
  draft: string | undefined
  isChecking: boolean
  onCorrect: (edit: Correction) => void
  onReplace: ((column: number, replacement: Replacement) => void) | undefined
  /** Moves to a cell of the grid. */
  onGo: (to: CellPosition) => void
}

/** One row of the file: its cells, and below them its problems. */
export const GridRow = memo(function GridRow({
  row,
  at,
  columns,
  active,
  draft,
  isChecking,
  onCorrect,
  onReplace,
  onGo,
}: GridRowProps) {
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
      {columns.map((column, columnIndex) => {
        const problemIndexes = row.problems.flatMap((problem, index) =>
          problem.column === column.index ? [index] : [],
        )
        return (
          <GridCell
            key={column.index}
            value={row.values[column.index] ?? ''}
            header={column.header}
            rowNumber={number}
            position={{ row: at, column: columnIndex }}
            isActive={active === columnIndex}
            draft={active === columnIndex ? draft : undefined}
            describedBy={problemIndexes.map((index) => problemId(number, index)).join(' ')}
          />
        )
      })}
      <div role="gridcell" className={classes.below}>
        <RowProblems
          row={row}
          columns={columns}
          onCorrect={onCorrect}
          onReplace={onReplace}
          tabIndex={active === undefined ? -1 : 0}
          onGo={(index) => onGo({ row: at, column: columns.findIndex((column) => column.index === index) })}
        />
      </div>
    </div>
  )
})
