import { useMediaQuery } from '@mantine/hooks'
import type { KeyboardEvent, ReactNode } from 'react'
import classes from './DataTable.module.css'
import { DataTableGrid } from './DataTableGrid.tsx'
import { DataTableRows } from './DataTableRows.tsx'
import { SkeletonRows } from './SkeletonRows.tsx'
import { useSettledLoading } from './useSettledLoading.ts'

export interface Column<Row> {
  /** Names the column in sorting and in keys. */
  id: string
  /** The head, in sentence case. */
  header: string
  cell: (row: Row) => ReactNode
  /** Numbers stand at the end. */
  align?: 'start' | 'end'
  isSortable?: boolean
  /** CSS width; the rest is shared. */
  width?: number | string
  /** Its place in the two-line row on phones; the first column is the title, others are hidden unless said. */
  phone?: 'title' | 'detail' | 'end' | 'hidden'
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
  /** Keys of the ticked rows; gives each row a checkbox together with onSelect. */
  selected?: ReadonlySet<string>
  onSelect?: (selected: ReadonlySet<string>) => void
  /** The tallest the table gets before it scrolls under its head. */
  maxHeight?: number | string
}

function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const target = event.target as HTMLElement
  const step =
    event.key === 'j' || event.key === 'ArrowDown' ? 1 : event.key === 'k' || event.key === 'ArrowUp' ? -1 : 0
  if (step === 0 || event.ctrlKey || event.metaKey || event.altKey || !target.matches('[data-open-row]')) return
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-open-row]')]
  const next = all[all.indexOf(target) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** A list of records: a real table with sticky head from 768 px, two-line rows on phones; same data, same keys. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const showSkeleton = useSettledLoading(props.isLoading ?? false)
  const height = isPhone ? 60 : props.density === 'compact' ? 40 : 52
  const isEmpty = props.rows.length === 0

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
  return (
    <div
      className={`${classes.box} ${props.isStale ? classes.busy : ''}`}
      style={{ maxHeight: props.maxHeight, overflowY: props.maxHeight ? 'auto' : undefined }}
      onKeyDown={moveBetweenRows}
      aria-busy={props.isStale}
      role="region"
      aria-label={props.label}
      // A box that scrolls must be reachable by keyboard when no row in it is.
      tabIndex={props.onOpen ? undefined : 0}
    >
      {isPhone ? <DataTableRows {...props} /> : <DataTableGrid {...props} />}
    </div>
  )
}
