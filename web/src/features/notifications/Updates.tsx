import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { RelativeTime } from '../../shared/ui/text/RelativeTime.tsx'
import { StatePanel } from '../../shared/ui/feedback/StatePanel.tsx'
import { useSeeUpdatesMutation, useUpdatesQuery } from './api.ts'
import classes from './Notifications.module.css'

/** Lists the recent notices of this member and marks them as seen. */
export function Updates({ onOpen }: { onOpen: () => void }) {
  const { t } = useLingui()
  const { data, isError, error, refetch } = useUpdatesQuery(undefined, { refetchOnMountOrArgChange: true })
  const [see] = useSeeUpdatesMutation()
  const unseen = data?.unseen ?? 0
  useEffect(() => {
    if (unseen > 0) void see()
  }, [unseen, see])
  if (isError) return <StatePanel kind="error" error={error} compact onRetry={() => void refetch()} />
  if (!data) return <div className={classes.waiting} />
  if (data.updates.length === 0)
    return (
      <StatePanel
        kind="done"
        compact
        title={t`No updates yet`}
        text={t`Mentions and conversations assigned to you will appear here.`}
      />
    )
  return (
    <ul className={classes.list}>
      {data.updates.map(({ id, title, message, link, at, seen }) => (
        <li key={id}>
          <Link
            className={classes.entry}
            to={link ?? '/dashboard/inbox'}
            onClick={onOpen}
            data-unseen={!seen || undefined}
          >
            <span className={classes.lines}>
              <span className={classes.first}>
                <bdi className={classes.name}>{title}</bdi>
                <RelativeTime at={at} />
              </span>
              <span className={classes.preview} dir="auto">
                {message}
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
