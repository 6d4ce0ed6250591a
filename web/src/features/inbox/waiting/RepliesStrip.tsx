import { ALL_DATES_OF } from '@crewline/contract/broadcast-limits'
import type { SavedView } from '@crewline/contract/saved-views'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { useCan } from '../../../shared/lib/session/select.ts'
import { useBroadcastNames, type NamedBroadcast } from '../../messages/index.ts'
import { separatesReplies } from '../inbox-url.ts'
import { QueueText } from '../list/ViewQueue.tsx'
import { useViewsQuery, useWaitingRepliesQuery } from '../state/related-api.ts'
import type { InboxUrl } from '../useInboxUrl.ts'
import classes from './Waiting.module.css'

/** Broadcasts with a button of their own; the queue of all replies has the others. */
const most = 2

/**
 * Keeps replies to broadcasts from burying other people: counts them above the main lists, opens them as a queue, and
 * hides them from these lists. Above such a queue, it names the broadcast.
 */
export function RepliesStrip({ url }: { url: InboxUrl }) {
  const { t } = useLingui()
  const { filter, setFilter, hidesReplies, toggleReplies } = url
  const { data } = useWaitingRepliesQuery()
  const chosen = filter.repliesTo === 'none' ? undefined : filter.repliesTo
  const { data: views = [] } = useViewsQuery()
  const saved = views.find(({ repliesTo }) => repliesTo !== null && repliesTo.queue === chosen)?.repliesTo
  const { total = 0, replies = [] } = data ?? {}
  const shown = replies.slice(0, most)
  const names = useBroadcastNames([
    ...shown.map(({ batchId }) => batchId),
    chosen === 'any' || saved ? undefined : chosen,
  ])
  const open = (repliesTo: string) => setFilter({ status: 'unanswered', repliesTo })
  if (chosen) {
    return (
      <div className={classes.strip} role="group" aria-label={t`Replies to broadcasts`}>
        <p>
          <strong>
            {saved ? (
              <SavedQueueName queue={saved} />
            ) : chosen === 'any' ? (
              <Trans>Replies to any broadcast</Trans>
            ) : (
              <QueueName broadcast={names.get(chosen)} />
            )}
          </strong>
        </p>
        <Button size="xs" variant="default" onClick={() => setFilter({ repliesTo: '' })}>
          <Trans>Show everyone</Trans>
        </Button>
      </div>
    )
  }
  if (total === 0 || !separatesReplies(filter)) return null
  return (
    <div className={classes.strip} role="group" aria-label={t`Replies to broadcasts`}>
      <div className={classes.queues}>
        {shown.map(({ batchId, count }) => (
          <button key={batchId} type="button" className={classes.queue} onClick={() => open(batchId)}>
            <QueueCount count={count} broadcast={names.get(batchId)} />
          </button>
        ))}
        {replies.length > most && (
          <button type="button" className={classes.queue} onClick={() => open('any')}>
            <Plural value={total} one="All # reply to broadcasts" other="All # replies to broadcasts" />
          </button>
        )}
      </div>
      <Button size="xs" variant="default" onClick={toggleReplies}>
        {hidesReplies ? <Trans>Show in list</Trans> : <Trans>Hide from list</Trans>}
      </Button>
    </div>
  )
}

/** Names the broadcast of a saved view, with a link to it for members who may read it. */
function SavedQueueName({ queue }: { queue: NonNullable<SavedView['repliesTo']> }) {
  const canRead = useCan('broadcasts.read')
  if (queue.name === null || queue.archived || !canRead) return <QueueText queue={queue} />
  const path = `/dashboard/broadcasts/${queue.queue.slice(ALL_DATES_OF.length)}`
  return <QueueName broadcast={{ name: queue.name, path }} />
}

function QueueName({ broadcast }: { broadcast: NamedBroadcast | undefined }) {
  if (!broadcast) return <Trans>Replies to a broadcast</Trans>
  const { name, path } = broadcast
  return (
    <Trans>
      Replies to{' '}
      <Link to={path}>
        <bdi>{name}</bdi>
      </Link>
    </Trans>
  )
}

function QueueCount({ count, broadcast }: { count: number; broadcast: NamedBroadcast | undefined }) {
  if (!broadcast) return <Plural value={count} one="# reply to a broadcast" other="# replies to a broadcast" />
  const { name } = broadcast
  return <Plural value={count} one={`# reply to ${name}`} other={`# replies to ${name}`} />
}
