import type { Celebration } from '@crewline/contract/celebrations'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { StatePanel } from '../../shared/ui/feedback/StatePanel.tsx'
import { DataTable } from '../../shared/ui/table/DataTable.tsx'
import { useComingCelebrationsInfiniteQuery } from './api.ts'
import classes from './Celebrations.module.css'
import { useComingColumns } from './useComingColumns.tsx'

export interface PeopleProps {
  celebration: Celebration
  /** Only those who get their text on this day. */
  day?: string
  label: string
  empty: ReactNode
}

/** Whose date comes in the next days, or on one of them; each can be skipped. */
export function People({ celebration, day, label, empty }: PeopleProps) {
  const navigate = useNavigate()
  const query = useComingCelebrationsInfiniteQuery({ id: celebration.id, ...(day !== undefined && { day }) })
  const rows = query.data?.pages.flatMap(({ data }) => data) ?? []
  const columns = useComingColumns(celebration)
  if (query.isError && rows.length === 0) return <StatePanel kind="error" onRetry={() => void query.refetch()} />
  return (
    <>
      <DataTable
        label={label}
        columns={columns}
        rows={rows}
        rowKey={({ contactId, year }) => `${contactId} ${year}`}
        rowName={({ name }) => name}
        onOpen={({ contactId }) => void navigate(`/dashboard/contacts/${contactId}`)}
        isLoading={query.data === undefined}
        empty={empty}
      />
      {query.hasNextPage && (
        <div className={classes.more}>
          <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            <Trans>Show more</Trans>
          </Button>
        </div>
      )}
    </>
  )
}

/** The people of one day of the calendar. */
export function DayPeople({ celebration, day, label }: { celebration: Celebration; day: string; label: string }) {
  const { t } = useLingui()
  const empty = <StatePanel kind="done" compact title={t`No one gets this text on this day`} />
  return <People celebration={celebration} day={day} label={label} empty={empty} />
}
