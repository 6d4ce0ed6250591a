import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import classes from './Check.module.css'
import type { CellPosition } from './grid-keys.ts'

export interface GridCellProps {
  value: string
  header: string
  rowNumber: number
  position: CellPosition
  /** The only cell in the tab order. */
  isActive: boolean
  /** The initial value of the input; undefined while the cell is not being edited. */
  draft: string | undefined
  /** The ids of the problem texts; empty when there is no problem. */
  describedBy: string
}

/** Returns the name of a cell element, by which the grid finds it. */
export function cellName({ row, column }: CellPosition): string {
  return `${row}:${column}`
}

function CellInput({ draft, label, describedBy }: { draft: string; label: string; describedBy: string }) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    input.current?.focus()
    // A letter typed on the cell is placed before the caret.
    const end = input.current?.value.length ?? 0
    input.current?.setSelectionRange(end, end)
  }, [])
  return (
    <input
      ref={input}
      className={classes.input}
      defaultValue={draft}
      aria-label={label}
      aria-invalid={describedBy !== '' || undefined}
      aria-describedby={describedBy || undefined}
      maxLength={2000}
      autoComplete="off"
      spellCheck={false}
      dir="auto"
    />
  )
}

/** One cell: its value, or an input to edit it. Its problems are shown below the row. */
export function GridCell({ value, header, rowNumber, position, isActive, draft, describedBy }: GridCellProps) {
  const { t } = useLingui()
  return (
    <div
      role="gridcell"
      className={classes.cell}
      aria-colindex={position.column + 2}
      tabIndex={isActive && draft === undefined ? 0 : -1}
      data-cell={cellName(position)}
      data-wrong={describedBy !== '' || undefined}
      aria-invalid={describedBy !== '' || undefined}
      aria-describedby={describedBy || undefined}
      title={value.length > 20 ? value : undefined}
    >
      {draft === undefined ? (
        <span dir="auto" className={classes.value} translate="no">
          {value}
        </span>
      ) : (
        <CellInput draft={draft} label={t`${header}, row ${rowNumber}`} describedBy={describedBy} />
      )}
    </div>
  )
}
