import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Menu, ScrollArea } from '@mantine/core'
import { IconArrowsSort } from '@tabler/icons-react'
import type { Column, Sort } from './DataTable.tsx'

export interface OrderMenuProps {
  /** Columns of the list; the sortable ones are offered. */
  columns: Pick<Column<never>, 'id' | 'header' | 'isSortable' | 'sortName'>[]
  sort: Sort
  onSort: (sort: Sort) => void
}

/** Chooses the order of a list without column headers, as on phones. */
export function OrderMenu({ columns, sort, onSort }: OrderMenuProps) {
  const { t } = useLingui()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size={30} aria-label={t`Sort`}>
          <IconArrowsSort size={18} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown aria-label={t`Sort`}>
        <ScrollArea.Autosize mah="44dvh">
          <Menu.RadioGroup
            value={sort.direction}
            onChange={(direction) => onSort({ by: sort.by, direction: direction === 'desc' ? 'desc' : 'asc' })}
          >
            <Menu.RadioItem value="asc" closeMenuOnClick>{t`Ascending`}</Menu.RadioItem>
            <Menu.RadioItem value="desc" closeMenuOnClick>{t`Descending`}</Menu.RadioItem>
          </Menu.RadioGroup>
          <Menu.Divider />
          <Menu.Label>
            <Trans>Sort by</Trans>
          </Menu.Label>
          <Menu.RadioGroup
            value={sort.by}
            onChange={(by) => onSort({ by, direction: by === sort.by ? sort.direction : 'asc' })}
          >
            {columns
              .filter(({ isSortable }) => isSortable)
              .map(({ id, header, sortName: by = id }) => (
                <Menu.RadioItem key={by} value={by} closeMenuOnClick>
                  <bdi>{header}</bdi>
                </Menu.RadioItem>
              ))}
          </Menu.RadioGroup>
        </ScrollArea.Autosize>
      </Menu.Dropdown>
    </Menu>
  )
}
