import type { BroadcastContent } from '@crewline/contract/broadcasts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { fullName } from '../../../../shared/lib/session/state.ts'
import { StatePanel } from '../../../../shared/ui/feedback/StatePanel.tsx'
import { RecordDrawer } from '../../../../shared/ui/overlay/RecordDrawer.tsx'
import { SkeletonRows } from '../../../../shared/ui/table/SkeletonRows.tsx'
import { NameChip } from '../../../../shared/ui/text/NameChip.tsx'
import { useChosenListInfiniteQuery } from '../../api.ts'
import classes from './People.module.css'
import type { OpenList } from './Ledger.tsx'
import { useReasonText } from './useReasonText.ts'

export interface ChosenDrawerProps {
  content: BroadcastContent
  list: OpenList
  onClose: () => void
}

/** Lists the people behind a number of the ledger. */
export function ChosenDrawer({ content, list, onClose }: ChosenDrawerProps) {
  const { t } = useLingui()
  const describeReason = useReasonText()
  const { audience, schedule, options } = content
  const query = useChosenListInfiniteQuery(
    list === 'off_shift'
      ? { audience, schedule, options, resting: list }
      : { audience, ...(list !== 'recipients' && { reason: list }) },
  )
  const { data, isError, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = query
  const others = { recipients: t`Will get it`, off_shift: t`Off shift` }
  const title = list === 'recipients' || list === 'off_shift' ? others[list] : describeReason(list)
  const people = data?.pages.flatMap((page) => page.data)
  return (
    <RecordDrawer isOpen onClose={onClose} title={title}>
      {isError && <StatePanel kind="error" compact onRetry={() => void refetch()} />}
      {!people && !isError && <SkeletonRows count={8} height={52} withAvatar />}
      {people?.length === 0 && !isFetching && <StatePanel kind="noMatch" compact title={t`No one`} />}
      <ul className={classes.people}>
        {people?.map(({ contact }) => (
          <li key={contact.id}>
            <Link to={`/dashboard/contacts/${contact.id}`} className={classes.person}>
              <NameChip
                name={fullName(contact)}
                tintKey={contact.id}
                detail={contact.phoneDisplay ? <bdi dir="ltr">{contact.phoneDisplay}</bdi> : t`No mobile`}
              />
            </Link>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="default" fullWidth loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </RecordDrawer>
  )
}
