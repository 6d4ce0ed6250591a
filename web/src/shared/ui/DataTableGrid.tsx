import { Trans, useLingui } from '@lingui/react/macro'
import { Checkbox, Skeleton, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import type { Column, DataTableProps, Sort } from './DataTable.tsx'
import classes from './DataTable.module.css'
import { toggled } from './selection.ts'

interface HeadProps<Row> {
  column: Column<Row>
  sort: Sort | undefined
  onSort: ((sort: Sort) => void) | undefined
}

function Head<Row>({ column, sort, onSort }: HeadProps<Row>) {
  const direction = sort?.by === column.id ? sort.direction : undefined
  const Arrow = direction === 'desc' ? IconArrowDown : IconArrowUp
  const ariaSort = direction === 'asc' ? 'ascending' : direction === 'desc' ? 'descending' : undefined
  return (
    <th
      scope="col"
      className={classes.head}
      data-align={column.align}
      style={{ width: column.width }}
      aria-sort={ariaSort}
    >
      {column.isSortable && onSort ? (
        <UnstyledButton
          className={classes.sort}
          onClick={() => onSort({ by: column.id, direction: direction === 'asc' ? 'desc' : 'asc' })}
        >
          <span>{column.header}</span>
          <Arrow size={14} stroke={1.75} aria-hidden style={{ visibility: direction ? 'visible' : 'hidden' }} />
        </UnstyledButton>
      ) : (
        column.header
      )}
    </th>
  )
}

function isOnControl(event: MouseEvent): boolean {
  return (
    (event.target as HTMLElement).closest('a, button, input, label') !== null ||
    (window.getSelection()?.toString() ?? '') !== ''
  )
}

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

export interface DataTableGridProps<Row> extends DataTableProps<Row> {
  /** Grey rows instead of the rows, under the head that stays. */
  skeletonRows?: number
}

/** The table form of DataTable, from 768 px. */
export function DataTableGrid<Row>(props: DataTableGridProps<Row>) {
  const { t } = useLingui()
  const { columns, rows, rowKey, rowName, onOpen, selected, onSelect } = props
  const keys = rows.map(rowKey)
  const count = selected ? keys.filter((key) => selected.has(key)).length : 0
  return (
    <table className={classes.table} data-density={props.density ?? 'comfortable'} aria-label={props.label}>
      <thead>
        <tr>
          {selected && onSelect && (
            <th scope="col" className={`${classes.head} ${classes.check}`}>
              <Checkbox
                size="xs"
                aria-label={t`Select all on this page`}
                checked={count === keys.length}
                indeterminate={count > 0 && count < keys.length}
                onChange={(event) => onSelect(new Set(event.currentTarget.checked ? keys : []))}
              />
            </th>
          )}
          {columns.map((column) => (
            <Head key={column.id} column={column} sort={props.sort} onSort={props.onSort} />
          ))}
        </tr>
      </thead>
      {props.skeletonRows ? (
        <SkeletonBody
          rows={props.skeletonRows}
          aligns={[...(selected ? [undefined] : []), ...columns.map((column) => column.align)]}
          withLead={props.lead !== undefined && !selected}
        />
      ) : (
        <tbody>
          {rows.map((row) => {
            const key = rowKey(row)
            const name = rowName(row)
            return (
              <tr
                key={key}
                className={classes.row}
                data-opens={onOpen ? true : undefined}
                data-active={key === props.activeKey || undefined}
                data-selected={selected?.has(key) || undefined}
                onClick={(event) => {
                  if (!isOnControl(event)) onOpen?.(row)
                }}
              >
                {selected && onSelect && (
                  <td className={`${classes.cell} ${classes.check}`}>
                    <Checkbox
                      size="xs"
                      aria-label={t`Select ${name}`}
                      checked={selected.has(key)}
                      onChange={() => onSelect(toggled(selected, key))}
                    />
                  </td>
                )}
                {columns.map((column, index) => (
                  <td key={column.id} className={classes.cell} data-align={column.align}>
                    {index === 0 ? (
                      <div className={classes.first}>
                        {props.lead?.(row)}
                        {onOpen ? (
                          <UnstyledButton
                            className={classes.open}
                            data-open-row
                            onClick={() => onOpen(row)}
                            aria-current={key === props.activeKey || undefined}
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
                ))}
              </tr>
            )
          })}
        </tbody>
      )}
    </table>
  )
}
