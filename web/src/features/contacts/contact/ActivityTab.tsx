import type { ContactEvent } from '@crewline/contract/privacy'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { RelativeTime } from '../../../shared/ui/text/RelativeTime.tsx'
import { SkeletonRows } from '../../../shared/ui/table/SkeletonRows.tsx'
import { StatePanel } from '../../../shared/ui/feedback/StatePanel.tsx'
import { useActivityInfiniteQuery } from '../related-api.ts'
import classes from './Drawer.module.css'

function useEventLabels(): Record<ContactEvent['kind'], string> {
  const { t } = useLingui()
  return {
    created: t`Added`,
    changed: t`Changed`,
    archived: t({ message: 'Archived', context: 'contacts' }),
    restored: t`Restored`,
    merged: t`Merged`,
    imported: t`Imported`,
    joined: t`Joined a group`,
    left: t`Left a group`,
    opt_out: t`Opted out`,
    opt_in: t`Opted in`,
    opt_out_undone: t`Opt-out undone`,
    voicemail: t`Left a voicemail`,
    erased: t`Erased`,
    transfer_offered: t`Offered to another organization`,
    transfer_declined: t`Declined by another organization`,
    transfer_withdrawn: t`Offer withdrawn`,
    transferred_out: t`Transferred to`,
    transferred_in: t`Transferred from`,
    transfer_undone: t`Transfer taken back`,
  }
}

/** Lists the changes of a contact's record, newest first. */
export function ActivityTab({ contactId }: { contactId: string }) {
  const { t } = useLingui()
  const labels = useEventLabels()
  const query = useActivityInfiniteQuery(contactId)
  const { currentData, isError, hasNextPage, isFetchingNextPage } = query
  const events = currentData?.pages.flatMap((page) => page.events)
  if (isError && !events) return <StatePanel kind="error" compact onRetry={() => void query.refetch()} />
  if (!events) return <SkeletonRows count={5} height={44} />
  if (events.length === 0) return <StatePanel kind="done" compact title={t`No activity yet`} />
  return (
    <>
      <ol className={classes.events} aria-label={t`Activity`}>
        {events.map(({ id, at, kind, detail, by }) => (
          <li key={id} className={classes.event}>
            <span>
              <span className={classes.kind}>{labels[kind]}</span>
              {detail && <bdi className={classes.detail}>{detail}</bdi>}
            </span>
            <span className={classes.when}>
              {by && (
                <>
                  <bdi>{by}</bdi> ·{' '}
                </>
              )}
              <RelativeTime at={at} />
            </span>
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <Button variant="default" size="xs" loading={isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </>
  )
}
