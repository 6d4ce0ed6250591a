import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconPlus, IconSpeakerphone } from '@tabler/icons-react'
import { lazy, Suspense, useMemo } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useCan } from '../../shared/lib/session/select.ts'
import { Screen } from '../../shared/ui/Screen.tsx'
import { DataTable } from '../../shared/ui/table/DataTable.tsx'
import { FilterBar } from '../../shared/ui/table/FilterBar.tsx'
import { SearchBox } from '../../shared/ui/table/SearchBox.tsx'
import { StatePanel } from '../../shared/ui/feedback/StatePanel.tsx'
import { useBroadcastListInfiniteQuery } from './api.ts'
import { broadcastPath, editPath } from './broadcast-rules.ts'
import classes from './Broadcasts.module.css'
import { BROADCAST_VIEWS, readBroadcastsUrl, writeBroadcastsUrl, type BroadcastView } from './list/broadcasts-url.ts'
import { useBroadcastColumns } from './list/useBroadcastColumns.tsx'
import { ViewTabs } from './ViewTabs.tsx'

// Only needed while nothing was written yet.
const Templates = lazy(() => import('./list/Templates.tsx'))

function useViewNames(): Record<BroadcastView, string> {
  const { t } = useLingui()
  return {
    all: t({ message: 'All', context: 'broadcasts' }),
    drafts: t`Drafts`,
    scheduled: t({ message: 'Scheduled', context: 'broadcasts' }),
    sending: t`Sending`,
    sent: t({ message: 'Sent', context: 'broadcasts' }),
    archived: t({ message: 'Archived', context: 'broadcasts' }),
  }
}

/** The messages to many contacts at once: find them by status, name or text, and open or create one. */
export default function BroadcastsScreen() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const canDraft = useCan('broadcasts.draft')
  const isTouch = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false })
  const [params, setParams] = useSearchParams()
  const text = params.toString()
  const listQuery = useMemo(() => readBroadcastsUrl(new URLSearchParams(text)), [text])
  const query = useBroadcastListInfiniteQuery(listQuery, { refetchOnMountOrArgChange: 30 })
  const { data, currentData, isError, hasNextPage, isFetchingNextPage } = query
  const columns = useBroadcastColumns()
  const names = useViewNames()
  const rows = useMemo(() => {
    const all = data?.pages.flatMap((page) => page.data) ?? []
    return [...new Map(all.map((row) => [row.id, row])).values()]
  }, [data])
  const { status, searchText } = listQuery
  const first = data?.pages[0]
  const narrow = (part: Partial<typeof listQuery>) =>
    setParams((now) => writeBroadcastsUrl(now, part), { replace: true })
  const isSearched = searchText !== ''
  const hasNone = first !== undefined && first.tabs.all === 0 && status === 'all' && !isSearched

  const tabs = BROADCAST_VIEWS.map((view) => ({
    id: view,
    label: names[view],
    to: `?${writeBroadcastsUrl(params, { status: view }).toString()}`,
    count: first?.tabs[view],
  }))
  const newButton = canDraft && (
    <Button component={Link} to="/dashboard/broadcasts/new" leftSection={<IconPlus size={16} stroke={1.75} />}>
      <Trans>New broadcast</Trans>
    </Button>
  )

  return (
    <Screen title={t`Broadcasts`} actions={newButton}>
      <ViewTabs label={t`Broadcasts by status`} tabs={tabs} current={status} />
      {!hasNone && (
        <FilterBar
          search={
            <SearchBox
              label={t`Search broadcasts`}
              value={searchText}
              onSearch={(next) => narrow({ searchText: next })}
              hasSlashKey={!isTouch}
            />
          }
          count={first && <Plural value={first.total} one="# broadcast" other="# broadcasts" />}
        />
      )}
      {isError && rows.length === 0 ? (
        <StatePanel kind="error" onRetry={() => void query.refetch()} />
      ) : (
        <DataTable
          label={t`Broadcasts`}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          rowName={({ name }) => name || t`Untitled broadcast`}
          onOpen={({ id, state, archived }) =>
            void navigate(state === 'draft' && canDraft && !archived ? editPath(id) : broadcastPath(id))
          }
          isLoading={data === undefined}
          isStale={data !== undefined && currentData === undefined}
          empty={
            isSearched ? (
              <StatePanel
                kind="noMatch"
                title={t`No broadcasts match`}
                onClear={() => narrow({ searchText: '', status: 'all' })}
              />
            ) : status === 'all' ? (
              <StatePanel
                kind="firstUse"
                icon={IconSpeakerphone}
                title={t`No broadcasts yet`}
                text={
                  canDraft
                    ? t`Write one message, and everyone gets it as a personal text.`
                    : t`Broadcasts your team sends will appear here.`
                }
              />
            ) : (
              <StatePanel
                kind="noMatch"
                title={t`Nothing here`}
                text={t`No broadcast has this status right now.`}
                onClear={() => narrow({ status: 'all' })}
              />
            )
          }
        />
      )}
      {hasNone && canDraft && (
        <Suspense fallback={null}>
          <Templates />
        </Suspense>
      )}
      {hasNextPage && (
        <div className={classes.more}>
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            <Trans>Show more</Trans>
          </Button>
        </div>
      )}
    </Screen>
  )
}
