import { useMediaQuery } from '@mantine/hooks'
import { useCallback, useEffect, useMemo, useRef, type ReactNode } from 'react'
import classes from './DataTable.module.css'
import { DataTableGrid } from './DataTableGrid.tsx'
import { DataTableRows } from './DataTableRows.tsx'
import { hasPicks, noPicks, picksTo, picksWith, type Picks } from './picks.ts'
import { SkeletonRows } from './SkeletonRows.tsx'
import { useRoomBelow, useRowWindow } from './useRowWindow.ts'
import { useSettledLoading } from './useSettledLoading.ts'
import { useTableKeys } from './useTableKeys.ts'

export interface Column<Row> {
  /** Names the column in sorting and in keys. */
  id: string
  /** The head, in sentence case. */
  header: string
  /** Only said to screen readers: the column speaks for itself, as one of menus does. */
  isHeaderHidden?: boolean
  cell: (row: Row) => ReactNode
  /** Numbers stand at the end. */
  align?: 'start' | 'end'
  isSortable?: boolean
  /** What sorting calls the column where that is another word than its id. */
  sortName?: string
  /** CSS width; the rest is shared. */
  width?: number | string
  /** Its place in the two-line row on phones; the first column is the title, others are hidden unless said. */
  phone?: 'title' | 'detail' | 'end' | 'hidden'
  /** Whether the cell of a row opens an editor, with a double click or F2. */
  isEditable?: (row: Row) => boolean
}

export interface Sort {
  by: string
  direction: 'asc' | 'desc'
}

export interface DataTableProps<Row> {
  /** Says what is listed: "Contacts". */
  label: string
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => string
  /** The name of a row for its checkbox: "Maria Lopez". */
  rowName: (row: Row) => string
  /** Stands before the first column and before both lines on phones: an avatar, an icon. */
  lead?: (row: Row) => ReactNode
  /** Opens a row: click, Enter on its first cell; J, K and the arrows move between rows. */
  onOpen?: (row: Row) => void
  /** The key of the row whose drawer is open. */
  activeKey?: string
  sort?: Sort
  /** Called with the next order when a sortable head is pressed. */
  onSort?: (sort: Sort) => void
  density?: 'comfortable' | 'compact'
  /** No rows yet: a skeleton in the final shape appears after 150 ms. */
  isLoading?: boolean
  /** Newer rows are on their way: the shown ones are dimmed. */
  isStale?: boolean
  /** What stands here when there are no rows: a StatePanel. */
  empty: ReactNode
  /** The ticked rows; gives each row a box together with onPicks. */
  picks?: Picks
  onPicks?: (picks: Picks) => void
  /** Opens the editor of a cell by the keys of its row and column. */
  onEditCell?: (row: string, column: string) => void
  /** Thousands of rows: only those in sight are drawn, the box scrolls under its head and its first column stands still. */
  isVirtual?: boolean
  /** The last rows are near: time to load more. */
  onNearEnd?: () => void
  /** A finger rests on a row of the phone form: time to offer boxes. */
  onHold?: (row: string) => void
  /** The tallest the table gets before it scrolls under its head. */
  maxHeight?: number | string
}

const nearEndRows = 15
const marginPx = 24
// The bar that shows while something is chosen must not cover the last rows.
const barPx = 88

const headHeight = 36

/** Scrolls a box no further than needed for a row to be whole in it. */
function showRow(box: HTMLElement | null, at: number, rowHeight: number): void {
  if (!box) return
  const top = at * rowHeight
  const bottom = top + rowHeight + headHeight - box.clientHeight
  if (box.scrollTop > top) box.scrollTop = top
  else if (box.scrollTop < bottom) box.scrollTop = bottom
}

/** A list of records: a real table with sticky head from 768 px, two-line rows on phones; same data, same keys. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows, rowKey, picks, onPicks, onNearEnd } = props
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const showSkeleton = useSettledLoading(props.isLoading ?? false)
  const height = isPhone ? 60 : props.density === 'compact' ? 40 : 52
  const isEmpty = rows.length === 0
  const box = useRef<HTMLDivElement>(null)
  const isVirtual = (props.isVirtual ?? false) && !isPhone
  const room = useRoomBelow(box, { isOn: isVirtual, keepFree: picks && hasPicks(picks) ? barPx : marginPx })
  const shown = useRowWindow(box, {
    count: rows.length,
    rowHeight: height,
    isOn: isVirtual && !showSkeleton && !isEmpty,
  })
  const keys = useMemo(() => rows.map(rowKey), [rows, rowKey])
  const hearKey = useTableKeys({ rows: keys, picks, onPicks, onEditCell: props.onEditCell })
  const now = useRef({ picks, onPicks, keys })
  useEffect(() => void (now.current = { picks, onPicks, keys }))
  const pick = useCallback((key: string, withRange: boolean) => {
    const { picks = noPicks, onPicks, keys } = now.current
    onPicks?.(withRange ? picksTo(picks, keys, key) : picksWith(picks, key))
  }, [])
  const activeAt = isVirtual && props.activeKey !== undefined ? keys.indexOf(props.activeKey) : -1
  const { rowHeight } = shown
  useEffect(() => {
    if (activeAt !== -1) showRow(box.current, activeAt, rowHeight)
    // Only another row scrolls, never one that grew.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [activeAt])
  const isNearEnd = isVirtual && !isEmpty && shown.last >= rows.length - nearEndRows
  useEffect(() => {
    if (isNearEnd) onNearEnd?.()
  }, [isNearEnd, rows.length, onNearEnd])

  if (showSkeleton) {
    return (
      <div className={classes.box}>
        {isPhone ? (
          <SkeletonRows count={8} height={height} withAvatar={props.lead !== undefined} />
        ) : (
          <DataTableGrid {...props} skeletonRows={8} />
        )}
      </div>
    )
  }
  if (props.isLoading && isEmpty) return <div className={classes.box} style={{ minHeight: height * 8 }} aria-busy />
  if (isEmpty) return <div className={classes.box}>{props.empty}</div>
  const tallest = props.maxHeight ?? room
  return (
    <div
      ref={box}
      className={`${classes.box} ${props.isStale ? classes.busy : ''}`}
      style={{ maxHeight: tallest, overflowY: tallest ? 'auto' : undefined }}
      onKeyDown={hearKey}
      aria-busy={props.isStale}
      role="region"
      aria-label={props.label}
      // A box that scrolls must be reachable by keyboard when no row in it is.
      tabIndex={props.onOpen ? undefined : 0}
    >
      {isPhone ? (
        <DataTableRows {...props} onPick={pick} />
      ) : (
        <DataTableGrid {...props} onPick={pick} {...(isVirtual && { shown })} />
      )}
    </div>
  )
}
