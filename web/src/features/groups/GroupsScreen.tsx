import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, NativeSelect } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconPlus, IconUsersGroup } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { lazyPart } from '../../shared/lib/lazy-part.ts'
import { useCan } from '../../shared/lib/session/select.ts'
import { DataTable } from '../../shared/ui/table/DataTable.tsx'
import { FilterBar } from '../../shared/ui/table/FilterBar.tsx'
import { Screen } from '../../shared/ui/Screen.tsx'
import { SearchBox } from '../../shared/ui/table/SearchBox.tsx'
import { StatePanel } from '../../shared/ui/feedback/StatePanel.tsx'
import { useGroupListInfiniteQuery } from './api.ts'
import { kindNames } from './list/GroupKind.tsx'
import { isEditableGroup } from './group-rules.ts'
import { readGroupsUrl, writeGroupsUrl, type GroupListQuery } from './list/groups-url.ts'
import classes from './Groups.module.css'
import type { GroupTemplate } from './list/templates.ts'
import { useGroupColumns } from './list/useGroupColumns.tsx'
import { useContactsTabs } from './useContactsTabs.ts'

const GroupDrawer = lazy(() => import('./edit/GroupDrawer.tsx'))
// Only needed while the organization has no groups of its own.
const TemplateButtons = lazyPart(async () => ({
  default: (await import('./list/TemplateButtons.tsx')).TemplateButtons,
}))
const kinds = ['static', 'dynamic', 'hris', 'system'] as const

function useGroupRows(listQuery: GroupListQuery) {
  const query = useGroupListInfiniteQuery(listQuery)
  const rows = useMemo(() => {
    const all = query.data?.pages.flatMap(({ data }) => data) ?? []
    return [...new Map(all.map((row) => [row.id, row])).values()]
  }, [query.data])
  return { ...query, rows }
}

/** What a new group starts with: blank, or a template; undefined while none is being created. */
type Making = GroupTemplate | 'blank' | undefined

/** The groups of the organization: search, sort, open and create. */
export default function GroupsScreen() {
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  const canEdit = useCan('groups.edit')
  const isTouch = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false })
  const [params, setParams] = useSearchParams()
  const text = params.toString()
  const listQuery = useMemo(() => readGroupsUrl(new URLSearchParams(text)), [text])
  const [making, setMaking] = useState<Making>()
  const query = useGroupRows(listQuery)
  const { data, currentData, rows, isError, hasNextPage, isFetchingNextPage } = query
  const columns = useGroupColumns()
  const tabs = useContactsTabs('groups')
  const narrow = (part: Partial<GroupListQuery>) => setParams((now) => writeGroupsUrl(now, part), { replace: true })
  const isNarrowed = listQuery.search !== '' || listQuery.type !== ''
  const hasNoGroups = data !== undefined && !isNarrowed && canEdit && !rows.some(isEditableGroup)
  const total = data?.pages[0]?.total

  return (
    <Screen
      title={t`Groups`}
      tabs={tabs}
      actions={
        canEdit && (
          <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => setMaking('blank')}>
            <Trans>New group</Trans>
          </Button>
        )
      }
    >
      {hasNoGroups && (
        <section className={classes.begin}>
          <p>
            <Trans>No groups yet. Start with one that updates automatically:</Trans>
          </p>
          <Suspense fallback={null}>
            <TemplateButtons onPick={setMaking} />
          </Suspense>
        </section>
      )}
      <FilterBar
        search={
          <SearchBox
            label={t`Search groups`}
            value={listQuery.search}
            onSearch={(search) => narrow({ search })}
            hasSlashKey={!isTouch}
          />
        }
        add={
          <NativeSelect
            size="xs"
            w={148}
            aria-label={t`Group type`}
            value={listQuery.type}
            data={[
              { value: '', label: t`All types` },
              ...kinds.map((value) => ({ value, label: i18n._(kindNames[value]) })),
            ]}
            onChange={({ currentTarget }) => narrow({ type: kinds.find((kind) => kind === currentTarget.value) ?? '' })}
          />
        }
        count={total !== undefined && <Plural value={total} one="# group" other="# groups" />}
      />
      {isError && rows.length === 0 ? (
        <StatePanel kind="error" onRetry={() => void query.refetch()} />
      ) : (
        <DataTable
          label={t`Groups`}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          rowName={({ name }) => name}
          onOpen={({ id }) => void navigate(`/dashboard/groups/${id}`)}
          sort={{ by: listQuery.sort, direction: listQuery.order }}
          onSort={({ by, direction }) => narrow({ sort: by as GroupListQuery['sort'], order: direction })}
          isLoading={data === undefined}
          isStale={data !== undefined && currentData === undefined}
          empty={
            isNarrowed ? (
              <StatePanel kind="noMatch" title={t`No groups match`} onClear={() => narrow({ search: '', type: '' })} />
            ) : (
              <StatePanel
                kind="firstUse"
                icon={IconUsersGroup}
                title={t`No groups yet`}
                text={t`All your contacts are in one list.`}
              />
            )
          }
        />
      )}
      {hasNextPage && (
        <div className={classes.more}>
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            <Trans>Show more</Trans>
          </Button>
        </div>
      )}
      {making && (
        <Suspense fallback={null}>
          <GroupDrawer
            {...(making !== 'blank' && { template: making })}
            onClose={() => setMaking(undefined)}
            onSaved={({ id }) => void navigate(`/dashboard/groups/${id}`)}
          />
        </Suspense>
      )}
    </Screen>
  )
}
