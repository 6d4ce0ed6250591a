import { Trans, useLingui } from '@lingui/react/macro'
import { Checkbox, Skeleton, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { Column, DataTableProps, Sort } from './DataTable.tsx'
import classes from './DataTable.module.css'
import { DataTableRow } from './DataTableRow.tsx'
import { allOf, isPicked, noPicks, type Picks } from './selection.ts'
import type { RowWindow } from './row-window.ts'

interface HeaderCellProps<Row> {
  column: Column<Row>
  isFirst: boolean
  sort: Sort | undefined
  onSort: ((sort: Sort) => void) | undefined
}

function HeaderCell<Row>({ column, isFirst, sort, onSort }: HeaderCellProps<Row>) {
  const by = column.sortName ?? column.id
  const direction = sort?.by === by ? sort.direction : undefined
  const Arrow = direction === 'desc' ? IconArrowDown : IconArrowUp
  const ariaSort = direction === 'asc' ? 'ascending' : direction === 'desc' ? 'descending' : undefined
  return (
    <th
      scope="col"
      className={classes.head}
      data-align={column.align}
      data-pin={isFirst || undefined}
      style={{ width: column.width }}
      aria-sort={ariaSort}
      translate={column.isNamedByMembers ? 'no' : undefined}
    >
      {column.isSortable && onSort ? (
        <UnstyledButton
          className={classes.sort}
          onClick={() => onSort({ by, direction: direction === 'asc' ? 'desc' : 'asc' })}
        >
          <span>{column.header}</span>
          <Arrow size={14} stroke={1.75} aria-hidden style={{ visibility: direction ? 'visible' : 'hidden' }} />
        </UnstyledButton>
      ) : column.isHeaderHidden ? (
        <VisuallyHidden>{column.header}</VisuallyHidden>
      ) : (
        column.header
      )}
    </th>
  )
}

const nothing = (): void => {}

const widths = [62, 44, 53, 71, 38]

interface SkeletonBodyProps {
  rows: number
  aligns: Column<never>['align'][]
  withLead: boolean
}

function SkeletonBody({ rows, aligns, withLead }: SkeletonBodyProps) {
  return (
    <tbody>
      {Array.from({ length: rows }, (_, row) => (
        <tr key={row} className={classes.row}>
          {aligns.map((align, column) => (
            <td key={column} className={classes.cell}>
              {row + column === 0 && (
                <VisuallyHidden role="status">
                  <Trans>Loading</Trans>
                </VisuallyHidden>
              )}
              <div className={classes.first} style={{ justifyContent: align }}>
                {column === 0 && withLead && <Skeleton circle height={28} />}
                <Skeleton height={10} width={`${widths[(row + column * 2) % widths.length]}%`} />
              </div>
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}

interface PickAllProps {
  keys: readonly string[]
  picks: Picks
  onPicks: (picks: Picks) => void
}

function PickAll({ keys, picks, onPicks }: PickAllProps) {
  const { t } = useLingui()
  const count = keys.filter((key) => isPicked(picks, key)).length
  return (
    <th scope="col" className={`${classes.head} ${classes.check}`}>
      <Checkbox
        size="xs"
        aria-label={t`Select all on this page`}
        checked={keys.length > 0 && count === keys.length}
        indeterminate={count > 0 && count < keys.length}
        onChange={(event) => onPicks(event.currentTarget.checked ? allOf(keys) : noPicks)}
      />
    </th>
  )
}

/** The space of rows that are not rendered. */
function Gap({ height }: { height: number }) {
  return height > 0 ? <tr aria-hidden style={{ height }} /> : null
}

export interface DataTableGridProps<Row> extends DataTableProps<Row> {
  /** The number of skeleton rows in place of the rows, under the header. */
  skeletonRows?: number
  /** The rendered rows; all when absent. */
  shown?: RowWindow & { rowHeight: number }
  /** Toggles a row, or with a range all rows from the last toggled one. */
  onPick?: (key: string, withRange: boolean) => void
}

/** Renders the table layout of DataTable, from 768 px. */
export function DataTableGrid<Row>(props: DataTableGridProps<Row>) {
  const { columns, rows, rowKey, rowName, picks, onPicks, shown } = props
  const withBoxes = picks !== undefined && onPicks !== undefined
  const { first = 0, last = rows.length, rowHeight = 0 } = shown ?? {}
  return (
    <table
      className={classes.table}
      data-density={props.density ?? 'comfortable'}
      data-fixed={props.isVirtual || undefined}
      data-boxes={withBoxes || undefined}
      aria-label={props.label}
      aria-rowcount={shown ? rows.length + 1 : undefined}
    >
      <thead>
        <tr>
          {withBoxes && <PickAll keys={rows.map(rowKey)} picks={picks} onPicks={onPicks} />}
          {columns.map((column, index) => (
            <HeaderCell key={column.id} column={column} isFirst={index === 0} sort={props.sort} onSort={props.onSort} />
          ))}
        </tr>
      </thead>
      {props.skeletonRows ? (
        <SkeletonBody
          rows={props.skeletonRows}
          aligns={[...(withBoxes ? [undefined] : []), ...columns.map((column) => column.align)]}
          withLead={props.lead !== undefined && !withBoxes}
        />
      ) : (
        <tbody>
          <Gap height={first * rowHeight} />
          {rows.slice(first, last).map((row, index) => {
            const key = rowKey(row)
            return (
              <DataTableRow
                key={key}
                row={row}
                rowKey={key}
                name={rowName(row)}
                columns={columns}
                lead={props.lead}
                isActive={key === props.activeKey}
                isPicked={withBoxes ? isPicked(picks, key) : undefined}
                position={shown ? first + index + 2 : undefined}
                onOpen={props.onOpen}
                onPick={props.onPick ?? nothing}
                onEditCell={props.onEditCell}
              />
            )
          })}
          <Gap height={(rows.length - last) * rowHeight} />
        </tbody>
      )}
    </table>
  )
}
