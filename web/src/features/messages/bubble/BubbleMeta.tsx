import { formatDate } from '@crewline/contract/formats'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconAlertCircle, IconClock } from '@tabler/icons-react'
import { fullName } from '../../../shared/lib/session/state.ts'
import { StatusTick } from '../../../shared/ui/text/StatusTick.tsx'
import { fillComposer } from '../composer/composer-bus.ts'
import classes from './MessageBubble.module.css'
import { sendAgain, takeOut, takeToEdit } from '../outbox/outbox.ts'
import { WAITED_TOO_LONG, type PendingText } from '../outbox/outbox-rules.ts'
import type { Bubble } from './thread-rows.ts'

/** States of a message that was not delivered. */
export const failedStates = new Set(['undelivered', 'failed', 'suppressed', 'expired', 'quarantined'])

/** Shows the state of a message that the server does not have yet. */
export function PendingState({ bubble, canSend: canAct }: { bubble: Bubble; canSend: boolean }) {
  const { pending } = bubble
  if (!pending) return null
  if (pending.state === 'waiting') {
    return (
      <span className={classes.meta}>
        <IconClock size={14} stroke={2} aria-hidden />
        <Trans>Waiting for a connection</Trans>
      </span>
    )
  }
  if (pending.state !== 'failed') {
    return (
      <span className={classes.meta}>
        <StatusTick state={pending.scheduledAt ? 'scheduled' : 'submitting'} on="bubble" />
        {pending.state === 'checking' && <Trans>Checking…</Trans>}
      </span>
    )
  }
  return <UnsentMessage pending={pending} canSend={canAct} />
}

function UnsentReason({ refusal }: PendingText) {
  if (refusal?.code === WAITED_TOO_LONG)
    return <Trans>It waited too long to send automatically. Review it before you send it.</Trans>
  if (refusal?.code === 'key_reused')
    return <Trans>Your first text went through after all. This would be a second one.</Trans>
  return refusal?.message || <Trans>Couldn't reach Crewline.</Trans>
}

function RetryLabel({ refusal }: PendingText) {
  if (refusal?.code === WAITED_TOO_LONG) return <Trans>Send now</Trans>
  return refusal?.code === 'key_reused' ? <Trans>Send this too</Trans> : <Trans>Try again</Trans>
}

/** Shows why a message was not sent, and offers to retry, edit or discard it. */
function UnsentMessage({ pending, canSend }: { pending: PendingText; canSend: boolean }) {
  const { clientMessageId: key, contactId, body, media = [] } = pending
  // The message may no longer be needed, so it can be discarded.
  const mayGo = pending.refusal?.code === WAITED_TOO_LONG || pending.refusal?.code === 'key_reused'
  return (
    <div className={classes.trouble}>
      <p className={classes.reason}>
        <IconAlertCircle size={14} stroke={2} aria-hidden />
        <span>
          <Trans>Not sent.</Trans> <UnsentReason {...pending} />
        </span>
      </p>
      {canSend && (
        <div className={classes.acts}>
          <Button size="compact-xs" variant="subtle" onClick={() => sendAgain(key)}>
            <RetryLabel {...pending} />
          </Button>
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            // When there is no open composer, the text stays here.
            onClick={() => fillComposer(contactId, { body, media }) && takeToEdit(key)}
          >
            <Trans>Edit</Trans>
          </Button>
          {mayGo && (
            <Button size="compact-xs" variant="subtle" color="gray" onClick={() => takeOut(key)}>
              <Trans>Discard</Trans>
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

export interface BubbleMetaProps {
  bubble: Bubble
  me: string | undefined
  /** The newest message of the thread shows its status as text. */
  isLast: boolean
}

/** Shows the author, time, number of segments and delivery status of a message. */
export function BubbleMeta({ bubble, me, isLast }: BubbleMetaProps) {
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
      <time dateTime={at} title={formatDate(at, 'full', i18n.locale)}>
        {formatDate(at, 'time', i18n.locale)}
      </time>
      {message.segments > 1 && direction === 'out' && message.media.length === 0 && (
        <Plural value={message.segments} one="# segment" other="# segments" />
      )}
      {message.media.length > 0 && direction === 'out' && <span>MMS</span>}
      {direction === 'out' && message.state !== 'received' && message.state !== 'noted' && (
        <StatusTick state={message.state} on="bubble" iconOnly={!isLast && !failedStates.has(message.state)} />
      )}
    </span>
  )
}
