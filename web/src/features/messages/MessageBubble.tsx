import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconAlertCircle, IconClock } from '@tabler/icons-react'
import { memo } from 'react'
import { fullName } from '../../shared/lib/session/state.ts'
import { StatusTick } from '../../shared/ui/StatusTick.tsx'
import { FailedActions, type Repeat } from './FailedActions.tsx'
import classes from './MessageBubble.module.css'
import type { Bubble } from './thread-rows.ts'

export interface MessageBubbleProps {
  bubble: Bubble
  startsGroup: boolean
  endsGroup: boolean
  /** The newest of the thread tells its status in words. */
  isLast: boolean
  /** The signed-in member, whose messages need no name. */
  me: string | undefined
  /** Absent when the member may not write. */
  acts?: BubbleActs | undefined
}

export interface BubbleActs extends Repeat {
  /** Tries a text again that never reached the server. */
  onRetry: (clientMessageId: string) => void
  /** Takes such a text back into the composer. */
  onEdit: (clientMessageId: string) => void
}

const failed = new Set(['undelivered', 'failed', 'suppressed', 'expired', 'quarantined'])
const links = /(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)])/g

function Body({ text }: { text: string }) {
  const parts = text.split(links)
  return (
    <p className={classes.body} dir="auto">
      {parts.map((part, at) =>
        at % 2 === 1 ? (
          // The split alternates text and links, so that the place is the identity.
          // oxlint-disable-next-line react/no-array-index-key
          <a key={at} href={part} target="_blank" rel="noopener noreferrer nofollow">
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </p>
  )
}

function PendingState({ bubble, acts }: Pick<MessageBubbleProps, 'bubble' | 'acts'>) {
  const { pending } = bubble
  if (!pending) return null
  if (pending.state === 'waiting') {
    return (
      <span className={classes.meta}>
        <IconClock size={14} stroke={2} aria-hidden />
        <Trans>Waiting for the network</Trans>
      </span>
    )
  }
  if (pending.state !== 'failed') {
    return (
      <span className={classes.meta}>
        <StatusTick state="submitting" on="bubble" />
        {pending.state === 'checking' && <Trans>Checking…</Trans>}
      </span>
    )
  }
  return (
    <div className={classes.trouble}>
      <p className={classes.reason}>
        <IconAlertCircle size={14} stroke={2} aria-hidden />
        <span>
          <Trans>Not sent.</Trans> {pending.refusal?.message || <Trans>We could not reach Crewline.</Trans>}
        </span>
      </p>
      {acts && (
        <div className={classes.acts}>
          <Button size="compact-xs" variant="subtle" onClick={() => acts.onRetry(pending.clientMessageId)}>
            <Trans>Try again</Trans>
          </Button>
          <Button size="compact-xs" variant="subtle" color="gray" onClick={() => acts.onEdit(pending.clientMessageId)}>
            <Trans>Edit</Trans>
          </Button>
        </div>
      )}
    </div>
  )
}

function Meta({ bubble, me, isLast }: Pick<MessageBubbleProps, 'bubble' | 'me' | 'isLast'>) {
  const { t, i18n } = useLingui()
  const { message, direction, at } = bubble
  if (!message) return null
  const sender =
    message.kind === 'auto_reply'
      ? t`Automatic reply`
      : message.sender && message.sender.userId !== me
        ? fullName(message.sender)
        : ''
  return (
    <span className={classes.meta}>
      {sender && <bdi>{sender}</bdi>}
      <time dateTime={at} title={i18n.date(new Date(at), { dateStyle: 'full', timeStyle: 'short' })}>
        {i18n.date(new Date(at), { timeStyle: 'short' })}
      </time>
      {message.segments > 1 && direction === 'out' && <Plural value={message.segments} one="# text" other="# texts" />}
      {direction === 'out' && message.state !== 'received' && (
        <StatusTick state={message.state} on="bubble" iconOnly={!isLast && !failed.has(message.state)} />
      )}
    </span>
  )
}

/** One message of a thread, with what became of it and what may be done about it. */
export const MessageBubble = memo(function MessageBubble({
  bubble,
  startsGroup,
  endsGroup,
  isLast,
  me,
  acts,
}: MessageBubbleProps) {
  const { t } = useLingui()
  const { direction, message, pending } = bubble
  const isTrouble =
    (message !== undefined && (failed.has(message.state) || message.state === 'unknown')) || pending?.state === 'failed'
  const showsMeta =
    endsGroup || isTrouble || (message !== undefined && message.state !== 'delivered' && direction === 'out' && isLast)
  return (
    <div
      className={classes.row}
      data-side={direction}
      data-starts={startsGroup || undefined}
      data-ends={endsGroup || undefined}
    >
      <span className={classes.hidden}>{direction === 'in' ? t`Received:` : t`Sent:`}</span>
      <div className={classes.bubble} data-trouble={isTrouble || undefined}>
        <Body text={bubble.body} />
        {pending ? (
          <PendingState bubble={bubble} acts={acts} />
        ) : (
          showsMeta && <Meta bubble={bubble} me={me} isLast={isLast} />
        )}
        {message && isTrouble && <FailedActions message={message} isRepeated={bubble.isRepeated} repeat={acts} />}
      </div>
    </div>
  )
})
