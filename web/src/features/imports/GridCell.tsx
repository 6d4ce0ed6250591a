import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import classes from './Check.module.css'
import type { Place } from './grid-keys.ts'

export interface GridCellProps {
  value: string
  header: string
  rowNumber: number
  place: Place
  /** The one cell that Tab leads to. */
  isActive: boolean
  /** What its input begins with; undefined while nobody writes in it. */
  draft: string | undefined
  /** The ids of the words that say what is wrong; empty when nothing is. */
  describedBy: string
}

/** The name a cell's element bears, so that the grid can find it. */
export function cellName({ row, column }: Place): string {
  return `${row}:${column}`
}

function CellInput({ draft, label, describedBy }: { draft: string; label: string; describedBy: string }) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    input.current?.focus()
    // A letter typed onto the cell stands before the caret.
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

/** One cell: its value, or the input to write another; what is wrong with it is said below its row. */
export function GridCell({ value, header, rowNumber, place, isActive, draft, describedBy }: GridCellProps) {
  const { t } = useLingui()
  return (
    <div
      role="gridcell"
      className={classes.cell}
      aria-colindex={place.column + 2}
      tabIndex={isActive && draft === undefined ? 0 : -1}
      data-cell={cellName(place)}
      data-wrong={describedBy !== '' || undefined}
      aria-invalid={describedBy !== '' || undefined}
      aria-describedby={describedBy || undefined}
      title={value.length > 20 ? value : undefined}
    >
      {draft === undefined ? (
        <span dir="auto" className={classes.value}>
          {value}
        </span>
      ) : (
        <CellInput draft={draft} label={t`${header}, row ${rowNumber}`} describedBy={describedBy} />
      )}
    </div>
  )
}
