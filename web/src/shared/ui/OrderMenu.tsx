import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Menu, ScrollArea } from '@mantine/core'
import { IconArrowsSort, IconCheck } from '@tabler/icons-react'
import type { Column, Sort } from './DataTable.tsx'

export interface OrderMenuProps {
  /** Columns of the list; those that can be sorted are offered. */
  columns: Pick<Column<never>, 'id' | 'header' | 'isSortable' | 'sortName'>[]
  sort: Sort
  onSort: (sort: Sort) => void
}

const noIcon = <span style={{ inlineSize: 16 }} />
const tick = <IconCheck size={16} stroke={1.75} />

/** Chooses the order of a list where no heads of columns stand above it, as on phones. */
export function OrderMenu({ columns, sort, onSort }: OrderMenuProps) {
  const { t } = useLingui()
  const choice = (label: string, next: Sort, isOn: boolean) => (
    <Menu.Item
      key={label}
      role="menuitemradio"
      aria-checked={isOn}
      leftSection={isOn ? tick : noIcon}
      onClick={() => onSort(next)}
    >
      <bdi>{label}</bdi>
    </Menu.Item>
  )
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size={30} aria-label={t`Order`}>
          <IconArrowsSort size={18} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown aria-label={t`Order`}>
        <ScrollArea.Autosize mah="44dvh">
          {choice(t`Ascending`, { by: sort.by, direction: 'asc' }, sort.direction === 'asc')}
          {choice(t`Descending`, { by: sort.by, direction: 'desc' }, sort.direction === 'desc')}
          <Menu.Divider />
          <Menu.Label>
            <Trans>Order by</Trans>
          </Menu.Label>
          {columns
            .filter(({ isSortable }) => isSortable)
            .map(({ id, header, sortName: by = id }) =>
              choice(header, { by, direction: by === sort.by ? sort.direction : 'asc' }, by === sort.by),
            )}
        </ScrollArea.Autosize>
      </Menu.Dropdown>
    </Menu>
  )
}
