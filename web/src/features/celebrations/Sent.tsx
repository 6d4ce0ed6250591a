import { formatDate } from '@crewline/contract/formats'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconCake } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { StatePanel } from '../../shared/ui/feedback/StatePanel.tsx'
import { DataTable, type Column } from '../../shared/ui/table/DataTable.tsx'
import { RelativeTime } from '../../shared/ui/text/RelativeTime.tsx'
import { useCelebrationSendsInfiniteQuery, type CelebrationSend } from './api.ts'
import classes from './Celebrations.module.css'
import { useCelebrationNames } from './useCelebrationNames.ts'

const FAILED = new Set(['failed', 'undelivered', 'expired', 'suppressed', 'quarantined', 'cancelled'])

function useSentColumns(): Column<CelebrationSend>[] {
  const { t, i18n } = useLingui()
  const { obstacle } = useCelebrationNames()
  return useMemo(() => {
    const outcome = ({ state, reason, messageState }: CelebrationSend): string => {
      if (state === 'missed') return t`Missed: it was too late`
      if (state === 'blocked') return reason ? obstacle[reason] : t`Not sent`
      if (messageState === 'delivered') return t`Delivered`
      if (messageState === 'scheduled') return t`Waits for the morning`
      return messageState !== null && FAILED.has(messageState) ? t`Not delivered` : t`Sent`
    }
    return [
      {
        id: 'name',
        header: t`Name`,
        phone: 'title',
        cell: ({ name }) => (
          <bdi className={classes.name} translate="no">
            {name || t`No name`}
          </bdi>
        ),
      },
      { id: 'status', header: t`Status`, width: 220, phone: 'end', cell: outcome },
      {
        id: 'at',
        header: t`When`,
        width: 160,
        phone: 'detail',
        cell: ({ at }) => (
          <span title={formatDate(at, 'full', i18n.locale)}>
            <RelativeTime at={at} />
          </span>
        ),
      },
    ]
  }, [t, i18n.locale, obstacle])
}

/** Who was celebrated, newest first, and why others were not. */
export function Sent({ id }: { id: string }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const query = useCelebrationSendsInfiniteQuery(id)
  const rows = query.data?.pages.flatMap(({ data }) => data) ?? []
  const columns = useSentColumns()
  if (query.isError && rows.length === 0) return <StatePanel kind="error" onRetry={() => void query.refetch()} />
  return (
    <>
      <DataTable
        label={t`Sent`}
        columns={columns}
        rows={rows}
        rowKey={({ contactId, year }) => `${contactId} ${year}`}
        rowName={({ name }) => name}
        onOpen={({ contactId }) => void navigate(`/dashboard/contacts/${contactId}`)}
        isLoading={query.data === undefined}
        empty={
          <StatePanel
            kind="firstUse"
            icon={IconCake}
            title={t`No one was celebrated yet`}
            text={t`Everyone who gets the text appears here.`}
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
