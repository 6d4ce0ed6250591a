import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Switch } from '@mantine/core'
import { IconMessageCircle } from '@tabler/icons-react'
import { Link } from 'react-router'
import { fullName } from '../../../shared/lib/session/state.ts'
import { SkeletonRows } from '../../../shared/ui/table/SkeletonRows.tsx'
import { StatePanel } from '../../../shared/ui/feedback/StatePanel.tsx'
import { useSettledLoading } from '../../../shared/ui/feedback/useSettledLoading.ts'
import { NameChip } from '../../../shared/ui/text/NameChip.tsx'
import { RelativeTime } from '../../../shared/ui/text/RelativeTime.tsx'
import { useReplyListInfiniteQuery } from '../results-api.ts'
import classes from './Replies.module.css'
import detail from './Detail.module.css'
import shared from '../Broadcasts.module.css'
import status from '../BroadcastStatus.module.css'
import { useDetailUrl } from './useDetailUrl.ts'

/** The conversations in which recipients replied, those without an answer first. */
export function Replies({ id, runId }: { id: string; runId: string }) {
  const { t } = useLingui()
  const { url, narrow } = useDetailUrl()
  const query = useReplyListInfiniteQuery({ id, runId, isOnlyWaiting: url.isOnlyWaiting })
  const { data, isError, hasNextPage, isFetchingNextPage } = query
  const showSkeleton = useSettledLoading(data === undefined && !isError)
  const replies = data?.pages.flatMap((page) => page.data) ?? []
  const waiting = data?.pages[0]?.waiting ?? 0
  if (isError && !data) return <StatePanel kind="error" onRetry={() => void query.refetch()} />
  if (!data) return showSkeleton ? <SkeletonRows count={6} withAvatar /> : null
  return (
    <>
      <div className={detail.listHead}>
        <Switch
          label={t`Only without an answer`}
          checked={url.isOnlyWaiting}
          onChange={({ currentTarget }) => narrow({ isOnlyWaiting: currentTarget.checked })}
        />
        <span className={shared.quiet}>
          <Plural value={waiting} one="# reply waits for an answer" other="# replies wait for an answer" />
        </span>
      </div>
      {replies.length === 0 ? (
        url.isOnlyWaiting ? (
          <StatePanel kind="done" title={t`Every reply is answered`} />
        ) : (
          <StatePanel
            kind="firstUse"
            icon={IconMessageCircle}
            title={t`No replies yet`}
            text={t`Replies to this broadcast will appear here and in the inbox.`}
          />
        )
      ) : (
        <ul className={classes.replies}>
          {replies.map(({ contact, body, at, waiting: isWaiting }) => {
            const name = fullName(contact) || contact.phoneDisplay || t`No name`
            return (
              <li key={contact.id}>
                <Link className={classes.reply} to={`/dashboard/inbox?conversation=${contact.id}`}>
                  <NameChip
                    name={name}
                    tintKey={contact.id}
                    detail={
                      <bdi dir="auto" translate="no">
                        {body}
                      </bdi>
                    }
                  />
                  <span className={classes.replyEnd}>
                    <RelativeTime at={at} />
                    {isWaiting && (
                      <span className={status.status} data-tone="yellow">
                        <Trans>Waiting</Trans>
                      </span>
                    )}
                  </span>
                </Link>
              </li>
            )
          })}
        </ul>
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
