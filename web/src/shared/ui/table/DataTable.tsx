import { useMediaQuery } from '@mantine/hooks'
import { useCallback, useEffect, useMemo, useRef, type ReactNode, type RefObject } from 'react'
import classes from './DataTable.module.css'
import { DataTableGrid } from './DataTableGrid.tsx'
import { DataTableRows } from './DataTableRows.tsx'
import { hasPicks, noPicks, picksTo, picksWith, type Picks } from './selection.ts'
import { SkeletonRows } from './SkeletonRows.tsx'
import { useSpaceBelow, useRowWindow } from './useRowWindow.ts'
import { useSettledLoading } from '../feedback/useSettledLoading.ts'
import { useTableKeys } from './useTableKeys.ts'

export interface Column<Row> {
  /** Identifies the column in sorting and keyboard navigation. */
  id: string
  /** The column header, in sentence case. */
  header: string
  /** The header is a name that members chose, not a text of the product. */
  isNamedByMembers?: boolean
  /** Shows the header to screen readers only, for a column that needs no visible one, such as row menus. */
  isHeaderHidden?: boolean
  cell: (row: Row) => ReactNode
  /** Numbers are aligned at the end. */
  align?: 'start' | 'end'
  isSortable?: boolean
  /** The sort key, when it differs from the id. */
  sortName?: string
  /** CSS width; the other columns share the rest. */
  width?: number | string
  /**
   * The position in the two-line row on phones; the first column is the title, others are hidden by default. A
   * `labeled` detail follows its header: a time alone does not say of what.
   */
  phone?: 'title' | 'detail' | 'labeled' | 'end' | 'hidden'
  /** Whether a cell of the row opens an editor, with a double click or F2. */
  isEditable?: (row: Row) => boolean
}

export interface Sort {
  by: string
  direction: 'asc' | 'desc'
}

export interface DataTableProps<Row> {
  /** The box around the rows, for a screen that moves the focus to one of them. */
  box?: RefObject<HTMLDivElement | null>
  /** Names the content of the list: "Contacts". */
  label: string
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => string
  /** The name of a row for its checkbox: "Maria Lopez". */
  rowName: (row: Row) => string
  /** Rendered before the first column and before both lines on phones: an avatar, an icon. */
  lead?: (row: Row) => ReactNode
  /** Opens a row: click, Enter on its first cell; J, K and the arrow keys move between rows. */
  onOpen?: (row: Row) => void
  /** The key of the row whose drawer is open. */
  activeKey?: string
  sort?: Sort
  /** Called with the next order when a sortable header is clicked. */
  onSort?: (sort: Sort) => void
  density?: 'comfortable' | 'compact'
  /** No rows yet: a skeleton in the final shape appears after 150 ms. */
  isLoading?: boolean
  /** Newer rows are loading: the current ones are dimmed. */
  isStale?: boolean
  /** Rendered when there are no rows: a StatePanel. */
  empty: ReactNode
  /** The selected rows; together with onPicks each row gets a checkbox. */
  picks?: Picks
  onPicks?: (picks: Picks) => void
  /** Opens the editor of a cell, by row key and column id. */
  onEditCell?: (row: string, column: string) => void
  /**
   * For thousands of rows: only visible ones are rendered, the box scrolls under its header and the first column is
   * pinned.
   */
  isVirtual?: boolean
  /** The last rows are near: time to load more. */
  onNearEnd?: () => void
  /** The rows on the screen changed; on phones every row counts as shown, and this is not called. */
  onSight?: (first: number, last: number) => void
  /** Long press on a row of the phone layout: time to show checkboxes. */
  onHold?: (row: string) => void
  /** The maximum height before the table scrolls under its header. */
  maxHeight?: number | string
}

const nearEndRows = 15
const marginPx = 24
// Space for the selection bar, which must not cover the last rows.
const barPx = 88

const headerHeight = 36

/** Scrolls a box by the minimum that makes a row fully visible. */
function showRow(box: HTMLElement | null, at: number, rowHeight: number): void {
  if (!box) return
  const top = at * rowHeight
  const bottom = top + rowHeight + headerHeight - box.clientHeight
  if (box.scrollTop > top) box.scrollTop = top
  else if (box.scrollTop < bottom) box.scrollTop = bottom
}

/** Renders a list of records: a table with sticky header from 768 px, two-line rows on phones; same data, same keys. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows, rowKey, picks, onPicks, onNearEnd } = props
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const showSkeleton = useSettledLoading(props.isLoading ?? false)
  const height = isPhone ? 60 : props.density === 'compact' ? 40 : 52
  const isEmpty = rows.length === 0
  const ownBox = useRef<HTMLDivElement>(null)
  const box = props.box ?? ownBox
  const isVirtual = (props.isVirtual ?? false) && !isPhone
  const availableHeight = useSpaceBelow(box, { isOn: isVirtual, keepFree: picks && hasPicks(picks) ? barPx : marginPx })
  const shown = useRowWindow(box, {
    count: rows.length,
    rowHeight: height,
    isOn: isVirtual && !showSkeleton && !isEmpty,
  })
  const keys = useMemo(() => rows.map(rowKey), [rows, rowKey])
  const handleKeyDown = useTableKeys({ rows: keys, picks, onPicks, onEditCell: props.onEditCell })
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
  const { onSight } = props
  useEffect(() => {
    if (isVirtual) onSight?.(shown.first, shown.last)
  }, [isVirtual, onSight, shown.first, shown.last])
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
  const tallest = props.maxHeight ?? availableHeight
  return (
    <div
      ref={box}
      className={`${classes.box} ${props.isStale ? classes.busy : ''}`}
      style={{ maxHeight: tallest, overflowY: tallest ? 'auto' : undefined }}
      onKeyDown={handleKeyDown}
      aria-busy={props.isStale}
      role="region"
      aria-label={props.label}
      // A scrolling box must be reachable by keyboard when its rows are not.
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
