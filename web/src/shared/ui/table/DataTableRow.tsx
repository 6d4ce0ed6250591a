import { useLingui } from '@lingui/react/macro'
import { Checkbox, UnstyledButton } from '@mantine/core'
import { memo, useRef, type MouseEvent } from 'react'
import type { Column } from './DataTable.tsx'
import classes from './DataTable.module.css'

export interface DataTableRowProps<Row> {
  row: Row
  rowKey: string
  name: string
  columns: Column<Row>[]
  lead: ((row: Row) => React.ReactNode) | undefined
  isActive: boolean
  /** Whether it is selected; undefined where rows have no checkbox. */
  isPicked: boolean | undefined
  /** Its position among all rows from 1, when not all are rendered. */
  position: number | undefined
  onOpen: ((row: Row) => void) | undefined
  onPick: (key: string, withRange: boolean) => void
  onEditCell: ((key: string, column: string) => void) | undefined
}

function isOnControl(event: MouseEvent): boolean {
  return (
    (event.target as HTMLElement).closest('a, button, input, label, select, textarea') !== null ||
    (window.getSelection()?.toString() ?? '') !== ''
  )
}

// A click on an editable cell waits this long for a double click before it opens the row.
const secondClickMs = 220

/** One row of the table layout: checkbox, name link and cells. */
function Row<Row>(props: DataTableRowProps<Row>) {
  const { row, rowKey, name, columns, isPicked, onOpen, onPick, onEditCell } = props
  const { t } = useLingui()
  const opening = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isRange = useRef(false)

  function open(event: MouseEvent): void {
    clearTimeout(opening.current)
    if (isOnControl(event) || event.detail > 1) return
    if (isPicked !== undefined && (event.shiftKey || event.ctrlKey || event.metaKey)) onPick(rowKey, event.shiftKey)
    else if (!(event.target as HTMLElement).closest('[data-edits]')) onOpen?.(row)
    else opening.current = setTimeout(() => onOpen?.(row), secondClickMs)
  }
  function edit(event: MouseEvent): void {
    const column = (event.target as HTMLElement).closest<HTMLElement>('[data-edits]')?.dataset['cell']
    if (!column || (event.target as HTMLElement).closest('input, select, textarea, button')) return
    clearTimeout(opening.current)
    window.getSelection()?.removeAllRanges()
    onEditCell?.(rowKey, column)
  }
  return (
    <tr
      className={classes.row}
      data-row={rowKey}
      data-opens={onOpen ? true : undefined}
      data-active={props.isActive || undefined}
      data-selected={isPicked || undefined}
      aria-rowindex={props.position}
      onClick={open}
      onDoubleClick={edit}
      onMouseDown={(event) => {
        // Shift+click selects a range of rows, not text.
        if (event.shiftKey && isPicked !== undefined) event.preventDefault()
      }}
    >
      {isPicked !== undefined && (
        <td className={`${classes.cell} ${classes.check}`}>
          <Checkbox
            size="xs"
            aria-label={t`Select ${name}`}
            checked={isPicked}
            onClick={(event) => (isRange.current = event.shiftKey)}
            onChange={() => onPick(rowKey, isRange.current)}
          />
        </td>
      )}
      {columns.map((column, index) => {
        const edits = onEditCell !== undefined && (column.isEditable?.(row) ?? false)
        return (
          <td
            key={column.id}
            className={classes.cell}
            data-align={column.align}
            data-pin={index === 0 || undefined}
            data-cell={index > 0 && onEditCell ? column.id : undefined}
            data-edits={edits || undefined}
            tabIndex={index > 0 && onEditCell ? -1 : undefined}
          >
            {index === 0 ? (
              <div className={classes.first}>
                {props.lead?.(row)}
                {onOpen ? (
                  <UnstyledButton
                    className={classes.open}
                    data-open-row
                    onClick={() => onOpen(row)}
                    aria-current={props.isActive || undefined}
                  >
                    {column.cell(row)}
                  </UnstyledButton>
                ) : (
                  <span className={classes.open}>{column.cell(row)}</span>
                )}
              </div>
            ) : (
              column.cell(row)
            )}
          </td>
        )
      })}
    </tr>
  )
}

/** A memoized row. */
export const DataTableRow = memo(Row) as typeof Row
