import type { BlockReason } from '@crewline/contract/broadcast-audience'
import type { Broadcast } from '@crewline/contract/broadcasts'
import { languageName } from '@crewline/contract/formats'
import { reasonFor } from '@crewline/contract/reasons'
import type { RecipientFilter } from '@crewline/contract/results'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, NativeSelect } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { useCan } from '../../../shared/lib/session/select.ts'
import { fullName } from '../../../shared/lib/session/state.ts'
import { DataTable } from '../../../shared/ui/table/DataTable.tsx'
import { FilterBar } from '../../../shared/ui/table/FilterBar.tsx'
import { FilterChip } from '../../../shared/ui/table/FilterChip.tsx'
import { SearchBox } from '../../../shared/ui/table/SearchBox.tsx'
import { StatePanel } from '../../../shared/ui/feedback/StatePanel.tsx'
import { useRecipientListInfiniteQuery } from '../results-api.ts'
import classes from '../Broadcasts.module.css'
import { recipientQueryOf, type Condition, type DetailUrl } from './detail-url.ts'
import { useBlockNames, useFilterNames } from './useDetailNames.ts'
import { useDetailUrl } from './useDetailUrl.ts'
import { usePeopleColumns } from './usePeopleColumns.tsx'

export interface PeopleProps {
  broadcast: Broadcast
  runId: string
  /** The filters that can be chosen; the first one is the default. */
  filters: readonly RecipientFilter[]
  /** Names of groups and numbers, by id. */
  names: ReadonlyMap<string, string>
}

function useConditionText(names: ReadonlyMap<string, string>) {
  const { t, i18n } = useLingui()
  const reasons = useBlockNames()
  return (condition: Condition, value: string): string => {
    switch (condition) {
      case 'blockReason':
        return reasons[value as BlockReason] ?? value
      case 'errorCode':
        return i18n._(reasonFor(value).text)
      case 'option':
        return t`Answered “${value}”`
      case 'language':
        return languageName(value, i18n.locale)
      case 'location':
        return value
      case 'lineId':
        return names.get(value) ?? t`One number`
      case 'groupId':
        return names.get(value) ?? t`One group`
    }
  }
}

/** The people of a run and what became of the text for each; every figure of the page opens one of these lists. */
export function People({ broadcast, runId, filters, names }: PeopleProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const canReadInbox = useCan('inbox.read')
  const isTouch = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false })
  const { url, narrow } = useDetailUrl()
  const filterNames = useFilterNames()
  const describe = useConditionText(names)
  const columns = usePeopleColumns(broadcast)
  const filter = filters.includes(url.filter) ? url.filter : (filters[0] ?? 'all')
  const asked: DetailUrl = { ...url, runId, filter }
  const query = useRecipientListInfiniteQuery(recipientQueryOf(broadcast.id, asked))
  const { data, currentData, isError, hasNextPage, isFetchingNextPage } = query
  const rows = useMemo(() => {
    const all = data?.pages.flatMap((page) => page.data) ?? []
    return [...new Map(all.map((row) => [row.contact.id, row])).values()]
  }, [data])
  const conditions = Object.entries(url.conditions) as [Condition, string][]
  const total = data?.pages[0]?.total
  const isNarrowed = url.search !== '' || conditions.length > 0
  const without = (condition: Condition) =>
    Object.fromEntries(conditions.filter(([name]) => name !== condition)) as DetailUrl['conditions']
  return (
    <>
      <FilterBar
        search={
          <SearchBox
            label={t`Search people`}
            value={url.search}
            onSearch={(search) => narrow({ search })}
            hasSlashKey={!isTouch}
          />
        }
        add={
          <NativeSelect
            size="xs"
            w={200}
            aria-label={t`Show`}
            value={filter}
            data={filters.map((value) => ({ value, label: filterNames[value] }))}
            onChange={({ currentTarget }) =>
              narrow({ filter: filters.find((value) => value === currentTarget.value) ?? 'all', conditions: {} })
            }
          />
        }
        onClear={() => narrow({ conditions: {} })}
        count={total !== undefined && <Plural value={total} one="# person" other="# people" />}
      >
        {conditions.map(([condition, value]) => (
          <FilterChip
            key={condition}
            label={describe(condition, value)}
            onRemove={() => narrow({ conditions: without(condition) })}
          />
        ))}
      </FilterBar>
      {isError && rows.length === 0 ? (
        <StatePanel kind="error" onRetry={() => void query.refetch()} />
      ) : (
        <DataTable
          label={t`People`}
          columns={columns}
          rows={rows}
          rowKey={({ contact }) => contact.id}
          rowName={({ contact }) => fullName(contact) || (contact.phoneDisplay ?? t`No name`)}
          {...(canReadInbox && {
            onOpen: ({ contact }: { contact: { id: string } }) =>
              void navigate(`/dashboard/inbox?conversation=${contact.id}`),
          })}
          isLoading={data === undefined}
          isStale={data !== undefined && currentData === undefined}
          empty={
            isNarrowed ? (
              <StatePanel
                kind="noMatch"
                title={t`No people match`}
                onClear={() => narrow({ search: '', conditions: {} })}
              />
            ) : (
              <StatePanel kind="done" title={t`No one is in this list`} />
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
    </>
  )
}
