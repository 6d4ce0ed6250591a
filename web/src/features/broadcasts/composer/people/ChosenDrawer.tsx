import type { BroadcastAudience } from '@crewline/contract/broadcast-audience'
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
  audience: BroadcastAudience
  list: OpenList
  onClose: () => void
}

/** Lists the people behind a number of the ledger. */
export function ChosenDrawer({ audience, list, onClose }: ChosenDrawerProps) {
  const { t } = useLingui()
  const describeReason = useReasonText()
  const query = useChosenListInfiniteQuery({ audience, ...(list !== 'recipients' && { reason: list }) })
  const { data, isError, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = query
  const people = data?.pages.flatMap((page) => page.data)
  return (
    <RecordDrawer isOpen onClose={onClose} title={list === 'recipients' ? t`Will get it` : describeReason(list)}>
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
