import { useLingui } from '@lingui/react/macro'
import { Checkbox, UnstyledButton } from '@mantine/core'
import { useCallback, useEffect, useRef } from 'react'
import type { DataTableProps } from './DataTable.tsx'
import classes from './DataTable.module.css'
import { isPicked } from './selection.ts'

export interface DataTableRowsProps<Row> extends DataTableProps<Row> {
  onPick: (key: string, withRange: boolean) => void
}

const longPressMs = 500
const loadAheadPx = 600

/** Calls `onNear` when the end of the list is near the viewport. */
function Foot({ onNear }: { onNear: () => void }) {
  const foot = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (!foot.current) return
    const watch = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && onNear(),
      {
        root: foot.current.closest('main'),
        rootMargin: `0px 0px ${loadAheadPx}px`,
      },
    )
    watch.observe(foot.current)
    return () => watch.disconnect()
  }, [onNear])
  return <li ref={foot} aria-hidden />
}

/** Returns row handlers that distinguish a long press from a tap and from scrolling. */
function useLongPress(onLongPress: ((row: string) => void) | undefined) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const wasHeld = useRef(false)
  const stop = useCallback((): void => clearTimeout(timer.current), [])
  useEffect(() => stop, [stop])
  return (row: string) =>
    onLongPress && {
      onTouchStart: () => {
        stop()
        wasHeld.current = false
        timer.current = setTimeout(() => {
          wasHeld.current = true
          onLongPress(row)
        }, longPressMs)
      },
      onTouchMove: stop,
      onTouchEnd: (event: React.TouchEvent) => {
        stop()
        // A long press is not also a tap.
        if (wasHeld.current) event.preventDefault()
      },
      onTouchCancel: stop,
      onContextMenu: (event: React.MouseEvent) => event.preventDefault(),
    }
}

/** Renders the phone layout of DataTable: title, details under it, one value at the end. */
export function DataTableRows<Row>(props: DataTableRowsProps<Row>) {
  const { t } = useLingui()
  const { columns, picks, onPicks } = props
  const isChoosing = picks !== undefined && onPicks !== undefined
  // While rows are being selected, a tap toggles a row.
  const onOpen = isChoosing ? (row: Row) => props.onPick(props.rowKey(row), false) : props.onOpen
  const holding = useLongPress(props.onHold)
  const title = columns.find((column) => column.phone === 'title') ?? columns[0]
  const details = columns.filter((column) => column.phone === 'detail' || column.phone === 'labeled')
  const end = columns.find((column) => column.phone === 'end')
  return (
    <ul className={classes.list} aria-label={props.label}>
      {props.rows.map((row) => {
        const key = props.rowKey(row)
        const name = props.rowName(row)
        return (
          <li
            key={key}
            className={classes.item}
            data-row={key}
            data-active={key === props.activeKey || undefined}
            data-selected={(isChoosing && isPicked(picks, key)) || undefined}
            {...holding(key)}
          >
            {isChoosing && (
              <Checkbox
                className={classes.above}
                aria-label={t`Select ${name}`}
                checked={isPicked(picks, key)}
                onChange={() => props.onPick(key, false)}
              />
            )}
            {props.lead?.(row)}
            <div className={classes.lines}>
              {onOpen ? (
                <UnstyledButton className={classes.open} data-open-row onClick={() => onOpen(row)}>
                  <span dir="auto">{title?.cell(row)}</span>
                </UnstyledButton>
              ) : (
                <div className={classes.open}>
                  <span dir="auto">{title?.cell(row)}</span>
                </div>
              )}
              {details.length > 0 && (
                <div className={classes.details}>
                  {details.map((column) => (
                    <span key={column.id} data-labeled={column.phone === 'labeled' || undefined}>
                      {column.phone === 'labeled' && <>{column.header} </>}
                      {column.cell(row)}
                    </span>
                  ))}
                </div>
              )}
            </div>
            {end && <div className={classes.value}>{end.cell(row)}</div>}
          </li>
        )
      })}
      {props.onNearEnd && <Foot onNear={props.onNearEnd} />}
    </ul>
  )
}
