import type { BroadcastRun } from '@crewline/contract/broadcasts'
import { formatNumber } from '@crewline/contract/formats'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, NativeSelect, SegmentedControl } from '@mantine/core'
import { IconClick } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import type { Reply } from '../../../shared/api/from-contract.ts'
import { useCan } from '../../../shared/lib/session/select.ts'
import { fullName } from '../../../shared/lib/session/state.ts'
import { DataTable, type Column } from '../../../shared/ui/table/DataTable.tsx'
import { StatePanel } from '../../../shared/ui/feedback/StatePanel.tsx'
import { NameChip } from '../../../shared/ui/text/NameChip.tsx'
import { RelativeTime } from '../../../shared/ui/text/RelativeTime.tsx'
import { useClickListInfiniteQuery } from '../results-api.ts'
import classes from './Detail.module.css'
import shared from '../Broadcasts.module.css'
import { useBroadcastActions } from '../useBroadcastActions.ts'
import { useDetailUrl } from './useDetailUrl.ts'

type ClickRow = Reply<'broadcastClicks'>['data'][number]

export interface ClicksProps {
  id: string
  run: BroadcastRun
  links: Reply<'broadcastAnalytics'>['links']
}

function useClickColumns(isClicked: boolean): Column<ClickRow>[] {
  const { t, i18n } = useLingui()
  return useMemo(() => {
    const columns: Column<ClickRow>[] = [
      {
        id: 'name',
        header: t`Name`,
        phone: 'title',
        cell: ({ contact }) => (
          <NameChip
            name={fullName(contact)}
            tintKey={contact.id}
            detail={contact.phoneDisplay && <bdi dir="ltr">{contact.phoneDisplay}</bdi>}
          />
        ),
      },
    ]
    if (isClicked)
      columns.push(
        {
          id: 'clicks',
          header: t`Clicks`,
          phone: 'hidden',
          align: 'end',
          width: 100,
          cell: ({ clicks }) => <span className="tabular">{formatNumber(clicks, i18n.locale)}</span>,
        },
        {
          id: 'at',
          header: t`First click`,
          phone: 'end',
          align: 'end',
          width: 120,
          cell: ({ firstClickAt }) => firstClickAt && <RelativeTime at={firstClickAt} />,
        },
      )
    return columns
  }, [t, i18n.locale, isClicked])
}

/** Who opened a link of the broadcast, and who got it and did not. */
export function Clicks({ id, run, links }: ClicksProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const canDraft = useCan('broadcasts.draft')
  const canReadInbox = useCan('inbox.read')
  const { url, narrow } = useDetailUrl()
  const { followUp } = useBroadcastActions()
  const { isClicked, linkId } = url
  const query = useClickListInfiniteQuery({
    broadcastId: id,
    isClicked,
    runId: run.id,
    ...(linkId && { linkId }),
  })
  const { data, currentData, isError, hasNextPage, isFetchingNextPage } = query
  const columns = useClickColumns(isClicked)
  const rows = useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data])
  const total = currentData?.pages[0]?.total
  if (links.length === 0)
    return (
      <StatePanel
        kind="firstUse"
        icon={IconClick}
        title={t`No counted links`}
        text={t`Clicks are counted for links in the message, when counting is on.`}
      />
    )
  return (
    <>
      <div className={classes.listHead}>
        <SegmentedControl
          size="xs"
          aria-label={t`Show`}
          value={isClicked ? 'yes' : 'no'}
          onChange={(value) => narrow({ isClicked: value === 'yes' })}
          data={[
            { value: 'yes', label: t`Clicked` },
            { value: 'no', label: t`Didn't click` },
          ]}
        />
        {links.length > 1 && (
          <NativeSelect
            size="xs"
            w={240}
            aria-label={t`Link`}
            value={linkId}
            data={[{ value: '', label: t`All links` }, ...links.map((link) => ({ value: link.id, label: link.url }))]}
            onChange={({ currentTarget }) => narrow({ linkId: currentTarget.value })}
          />
        )}
        {total !== undefined && (
          <output className={shared.quiet}>
            <Plural value={total} one="# person" other="# people" />
          </output>
        )}
        {canDraft && !isClicked && linkId === '' && total !== undefined && total > 0 && run.finishedAt !== null && (
          <Button variant="default" size="xs" onClick={() => void followUp(id, { who: 'not_clicked' })}>
            <Plural value={total} one="Text the # person who didn't click" other="Text the # people who didn't click" />
          </Button>
        )}
      </div>
      {isError && rows.length === 0 ? (
        <StatePanel kind="error" onRetry={() => void query.refetch()} />
      ) : (
        <DataTable
          label={isClicked ? t`People who clicked` : t`People who didn't click`}
          columns={columns}
          rows={rows}
          rowKey={({ contact }) => contact.id}
          rowName={({ contact }) => fullName(contact) || (contact.phoneDisplay ?? t`No name`)}
          {...(canReadInbox && {
            onOpen: ({ contact }: ClickRow) => void navigate(`/dashboard/inbox?conversation=${contact.id}`),
          })}
          isLoading={data === undefined}
          isStale={data !== undefined && currentData === undefined}
          empty={
            <StatePanel kind="done" title={isClicked ? t`No one has clicked yet` : t`Everyone who got it clicked`} />
          }
        />
      )}
      {hasNextPage && (
        <div className={shared.more}>
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            <Trans>Show more</Trans>
          </Button>
        </div>
      )}
    </>
  )
}
