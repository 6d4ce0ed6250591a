import type { GroupValue } from '@crewline/contract/groups'
import { Plural, useLingui } from '@lingui/react/macro'
import { useMediaQuery } from '@mantine/hooks'
import { IconUsersGroup } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { DataTable, type Column, type Sort } from '../../shared/ui/DataTable.tsx'
import { FilterBar } from '../../shared/ui/FilterBar.tsx'
import { Screen } from '../../shared/ui/Screen.tsx'
import { SearchBox } from '../../shared/ui/SearchBox.tsx'
import { StatePanel } from '../../shared/ui/StatePanel.tsx'
import { useGroupValues } from './api.ts'
import { findGroups } from './find-groups.ts'
import classes from './Groups.module.css'
import { usePeopleTabs } from './usePeopleTabs.ts'

function sorted(groups: GroupValue[], { by, direction }: Sort, locale: string): GroupValue[] {
  const sign = direction === 'desc' ? -1 : 1
  return groups.toSorted((a, b) => {
    const byName = a.name.localeCompare(b.name, locale)
    return sign * (by === 'people' ? a.contactCount - b.contactCount || byName : byName)
  })
}

function useColumns(): Column<GroupValue>[] {
  const { t, i18n } = useLingui()
  return [
    {
      id: 'name',
      header: t`Name`,
      isSortable: true,
      phone: 'title',
      cell: ({ name }) => (
        <span className={classes.name}>
          <IconUsersGroup size={20} stroke={1.75} aria-hidden />
          <bdi title={name}>{name}</bdi>
        </span>
      ),
    },
    {
      id: 'people',
      header: t`People`,
      isSortable: true,
      phone: 'end',
      align: 'end',
      width: 160,
      cell: ({ contactCount }) => <span className="tabular">{i18n.number(contactCount)}</span>,
    },
  ]
}

/** The groups of the organization and how many people each has; a group opens the contacts in it. */
export default function GroupsScreen() {
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  const isTouch = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false })
  const [params, setParams] = useSearchParams()
  const search = params.get('q') ?? ''
  const by = params.get('sort') === 'people' ? 'people' : 'name'
  const direction = params.get('order') === 'desc' ? 'desc' : 'asc'
  const { data, isError, refetch } = useGroupValues({ refetchOnMountOrArgChange: 30 })
  const rows = useMemo(
    () => sorted(findGroups(data ?? [], search), { by, direction }, i18n.locale),
    [data, search, by, direction, i18n.locale],
  )
  const columns = useColumns()
  const tabs = usePeopleTabs('groups')

  function narrow(part: Record<string, string>): void {
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        for (const [name, value] of Object.entries(part)) {
          if (value === '') next.delete(name)
          else next.set(name, value)
        }
        return next
      },
      { replace: true },
    )
  }

  return (
    <Screen title={t`Groups`} tabs={tabs}>
      <FilterBar
        search={
          <SearchBox
            label={t`Search groups`}
            value={search}
            onSearch={(text) => narrow({ q: text })}
            hasSlashKey={!isTouch}
          />
        }
        count={data && <Plural value={rows.length} one="# group" other="# groups" />}
      />
      {isError && !data ? (
        <StatePanel kind="error" onRetry={() => void refetch()} />
      ) : (
        <DataTable
          label={t`Groups`}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          rowName={({ name }) => name}
          onOpen={({ id }) => void navigate(`/dashboard/contacts?group=${id}`)}
          sort={{ by, direction }}
          onSort={(sort) =>
            narrow({ sort: sort.by === 'name' ? '' : sort.by, order: sort.direction === 'asc' ? '' : 'desc' })
          }
          isLoading={data === undefined}
          empty={
            search === '' ? (
              <StatePanel
                kind="firstUse"
                icon={IconUsersGroup}
                title={t`There are no groups`}
                text={t`All your contacts are in one list.`}
              />
            ) : (
              <StatePanel kind="noMatch" title={t`No groups match`} onClear={() => narrow({ q: '' })} />
            )
          }
        />
      )}
    </Screen>
  )
}
