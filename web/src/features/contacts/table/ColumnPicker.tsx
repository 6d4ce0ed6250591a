import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Checkbox, ScrollArea } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconViewportNarrow, IconViewportWide } from '@tabler/icons-react'
import { announce } from '../../../shared/ui/feedback/announce.ts'
import { COLUMN_WIDTH, movedColumn, toggledColumn, clampWidth } from './columns.ts'
import classes from './ColumnPicker.module.css'
import type { Columns } from './useColumnChoice.ts'
import type { ContactColumn } from './useContactColumns.tsx'

export interface ColumnPickerProps {
  all: ContactColumn[]
  columns: Columns
}

/** Chooses the columns of the list, their order and width; the visible ones come first. */
export default function ColumnPicker({ all, columns }: ColumnPickerProps) {
  const { t } = useLingui()
  const { shown, choice, change, reset, isCustomized } = columns
  const byId = new Map(all.map((column) => [column.id, column]))
  const others = all.filter(({ id }) => id !== 'name' && !shown.includes(id))

  function move(column: ContactColumn, step: 1 | -1): void {
    const next = movedColumn(shown, column.id, step)
    change({ ...choice, shown: next })
    const [place, count] = [next.indexOf(column.id) + 1, next.length]
    announce(t`${column.header}, position ${place} of ${count}`)
  }
  function widen(column: ContactColumn, step: 1 | -1): void {
    const width = clampWidth((choice.widths[column.id] ?? column.width) + step * COLUMN_WIDTH.step)
    change({ ...choice, widths: { ...choice.widths, [column.id]: width } })
  }
  function row(column: ContactColumn, at: number) {
    const isVisible = at !== -1
    const name = column.header
    const width = choice.widths[column.id] ?? column.width
    return (
      <li key={column.id} className={classes.row}>
        <Checkbox
          className={classes.choice ?? ''}
          label={<bdi>{name}</bdi>}
          checked={isVisible}
          onChange={() => change({ ...choice, shown: toggledColumn(shown, column.id) })}
        />
        {isVisible && (
          <span className={classes.acts}>
            <ActionIcon
              size={28}
              aria-label={t`Make ${name} narrower`}
              disabled={width <= COLUMN_WIDTH.min}
              onClick={() => widen(column, -1)}
            >
              <IconViewportNarrow size={16} stroke={1.75} />
            </ActionIcon>
            <ActionIcon
              size={28}
              aria-label={t`Make ${name} wider`}
              disabled={width >= COLUMN_WIDTH.max}
              onClick={() => widen(column, 1)}
            >
              <IconViewportWide size={16} stroke={1.75} />
            </ActionIcon>
            <ActionIcon size={28} aria-label={t`Move ${name} up`} disabled={at === 0} onClick={() => move(column, -1)}>
              <IconArrowUp size={16} stroke={1.75} />
            </ActionIcon>
            <ActionIcon
              size={28}
              aria-label={t`Move ${name} down`}
              disabled={at === shown.length - 1}
              onClick={() => move(column, 1)}
            >
              <IconArrowDown size={16} stroke={1.75} />
            </ActionIcon>
          </span>
        )}
      </li>
    )
  }
  return (
    <>
      <ScrollArea.Autosize mah={420}>
        <ul className={classes.list} aria-label={t`Visible columns`}>
          {shown.map((id, at) => {
            const column = byId.get(id)
            return column && row(column, at)
          })}
        </ul>
        {others.length > 0 && (
          <ul className={classes.list} data-others aria-label={t`Hidden columns`}>
            {others.map((column) => row(column, -1))}
          </ul>
        )}
      </ScrollArea.Autosize>
      {isCustomized && (
        <Button variant="subtle" color="gray" size="xs" fullWidth mt={8} onClick={reset}>
          <Trans>Reset to default columns</Trans>
        </Button>
      )}
    </>
  )
}
