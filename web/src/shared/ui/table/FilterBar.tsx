import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Children, type ReactNode } from 'react'
import classes from './FilterBar.module.css'

export interface FilterBarProps {
  /** The SearchBox of the list. */
  search?: ReactNode
  /** FilterChips of the active filters; their state is in the URL. */
  children?: ReactNode
  /** The button or menu that adds a filter. */
  add?: ReactNode
  /** Removes all filters; the button shows while there are chips. */
  onClear?: () => void
  /** The result count: "312 people". */
  count?: ReactNode
  /** Density, columns, export. */
  tools?: ReactNode
}

/** The bar above a list: search, active filters, result count, tools. */
export function FilterBar({ search, children, add, onClear, count, tools }: FilterBarProps) {
  return (
    <div className={classes.bar}>
      {search}
      {children}
      {add}
      {onClear && Children.count(children) > 0 && (
        <Button variant="subtle" color="gray" size="xs" onClick={onClear}>
          <Trans>Clear</Trans>
        </Button>
      )}
      <div className={classes.end}>
        {count !== undefined && <output className={classes.count}>{count}</output>}
        {tools}
      </div>
    </div>
  )
}
