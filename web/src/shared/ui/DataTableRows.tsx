import { useLingui } from '@lingui/react/macro'
import { Checkbox, UnstyledButton } from '@mantine/core'
import type { DataTableProps } from './DataTable.tsx'
import classes from './DataTable.module.css'
import { toggled } from './selection.ts'

/** The phone form of DataTable: title, details under it, one value at the end. */
export function DataTableRows<Row>(props: DataTableProps<Row>) {
  const { t } = useLingui()
  const { columns, onOpen, selected, onSelect } = props
  const title = columns.find((column) => column.phone === 'title') ?? columns[0]
  const details = columns.filter((column) => column.phone === 'detail')
  const end = columns.find((column) => column.phone === 'end')
  return (
    <ul className={classes.list} aria-label={props.label}>
      {props.rows.map((row) => {
        const key = props.rowKey(row)
        const name = props.rowName(row)
        return (
          <li key={key} className={classes.item} data-active={key === props.activeKey || undefined}>
            {selected && onSelect && (
              <Checkbox
                className={classes.above}
                aria-label={t`Select ${name}`}
                checked={selected.has(key)}
                onChange={() => onSelect(toggled(selected, key))}
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
                    <span key={column.id}>{column.cell(row)}</span>
                  ))}
                </div>
              )}
            </div>
            {end && <div className={classes.value}>{end.cell(row)}</div>}
          </li>
        )
      })}
    </ul>
  )
}
