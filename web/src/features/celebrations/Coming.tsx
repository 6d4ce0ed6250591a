import type { Celebration } from '@crewline/contract/celebrations'
import { CELEBRATION_AHEAD_DAYS } from '@crewline/contract/celebration-limits'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button } from '@mantine/core'
import { IconCalendarHeart } from '@tabler/icons-react'
import { Link, useNavigate } from 'react-router'
import { useCan } from '../../shared/lib/session/select.ts'
import { StatePanel } from '../../shared/ui/feedback/StatePanel.tsx'
import { DataTable } from '../../shared/ui/table/DataTable.tsx'
import { useCelebrationReachQuery, useComingCelebrationsInfiniteQuery } from './api.ts'
import { withoutDatePath } from './celebration-rules.ts'
import classes from './Celebrations.module.css'
import { useAskForDate } from './useAskForDate.ts'
import { useCanEditCelebrations } from './useCanEditCelebrations.ts'
import { useComingColumns } from './useComingColumns.tsx'

function WithoutDate({ celebration }: { celebration: Celebration }) {
  const { data } = useCelebrationReachQuery(celebration.id)
  const canEdit = useCanEditCelebrations()
  const canAsk = [canEdit, useCan('replies.manage'), useCan('broadcasts.draft')].every(Boolean)
  const { isBusy, ask } = useAskForDate()
  const count = data?.withoutDate ?? 0
  if (count === 0) return null
  return (
    <div className={classes.without}>
      <p>
        <Plural value={count} one="# person has no date on file." other="# people have no date on file." />{' '}
        <Anchor component={Link} to={withoutDatePath(celebration)} underline="always">
          <Trans>Show contacts without a date</Trans>
        </Anchor>
      </p>
      {canAsk && (
        <Button
          variant="default"
          aria-busy={isBusy}
          // A disabled button would lose the focus.
          onClick={() => !isBusy && void ask(celebration)}
        >
          <Trans>Ask with a form</Trans>
        </Button>
      )}
    </div>
  )
}

/** Whose date comes in the next days; each can be skipped. */
export function Coming({ celebration }: { celebration: Celebration }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const query = useComingCelebrationsInfiniteQuery(celebration.id)
  const rows = query.data?.pages.flatMap(({ data }) => data) ?? []
  const columns = useComingColumns(celebration)
  if (query.isError && rows.length === 0) return <StatePanel kind="error" onRetry={() => void query.refetch()} />
  return (
    <>
      <WithoutDate celebration={celebration} />
      {!celebration.isOn && (
        <p className={classes.notice}>
          <Trans>This celebration is off. Turn it on to text these people.</Trans>
        </p>
      )}
      <DataTable
        label={t`Coming up`}
        columns={columns}
        rows={rows}
        rowKey={({ contactId, year }) => `${contactId} ${year}`}
        rowName={({ name }) => name}
        onOpen={({ contactId }) => void navigate(`/dashboard/contacts/${contactId}`)}
        isLoading={query.data === undefined}
        empty={
          <StatePanel
            kind="done"
            icon={IconCalendarHeart}
            title={t`No dates in the next ${CELEBRATION_AHEAD_DAYS} days`}
            text={t`People appear here as their date comes closer.`}
          />
        }
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
