import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconAlertCircle, IconClock } from '@tabler/icons-react'
import { fullName } from '../../shared/lib/session/state.ts'
import { StatusTick } from '../../shared/ui/StatusTick.tsx'
import { fillComposer } from './composer-bus.ts'
import classes from './MessageBubble.module.css'
import { sendAgain, takeOut, takeToEdit } from './outbox.ts'
import { WAITED_TOO_LONG, type PendingText } from './outbox-rules.ts'
import type { Bubble } from './thread-rows.ts'

/** States in which a text did not arrive. */
export const failedStates = new Set(['undelivered', 'failed', 'suppressed', 'expired', 'quarantined'])

/** How a text stands that the server does not have yet. */
export function PendingState({ bubble, canAct }: { bubble: Bubble; canAct: boolean }) {
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
        <StatusTick state={pending.scheduledAt ? 'scheduled' : 'submitting'} on="bubble" />
        {pending.state === 'checking' && <Trans>Checking…</Trans>}
      </span>
    )
  }
  return <StayedText pending={pending} canAct={canAct} />
}

function WhyStayed({ refusal }: PendingText) {
  if (refusal?.code === WAITED_TOO_LONG)
    return <Trans>It waited too long to go by itself. Read it once more before you send it.</Trans>
  if (refusal?.code === 'key_reused')
    return <Trans>Your first text arrived after all. This would be a second one.</Trans>
  return refusal?.message || <Trans>We could not reach Crewline.</Trans>
}

function AgainWords({ refusal }: PendingText) {
  if (refusal?.code === WAITED_TOO_LONG) return <Trans>Send now</Trans>
  return refusal?.code === 'key_reused' ? <Trans>Send this too</Trans> : <Trans>Try again</Trans>
}

/** A text that stayed on this device, why, and what a person may do with it. */
function StayedText({ pending, canAct }: { pending: PendingText; canAct: boolean }) {
  const { clientMessageId: key, contactId, body, media = [] } = pending
  // Nobody may need it any more.
  const mayGo = pending.refusal?.code === WAITED_TOO_LONG || pending.refusal?.code === 'key_reused'
  return (
    <div className={classes.trouble}>
      <p className={classes.reason}>
        <IconAlertCircle size={14} stroke={2} aria-hidden />
        <span>
          <Trans>Not sent.</Trans> <WhyStayed {...pending} />
        </span>
      </p>
      {canAct && (
        <div className={classes.acts}>
          <Button size="compact-xs" variant="subtle" onClick={() => sendAgain(key)}>
            <AgainWords {...pending} />
          </Button>
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            // Where no text can be written now, its words stay here.
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
  /** The newest of the thread tells its status in words. */
  isLast: boolean
}

/** Who wrote a message, when, how many texts it was and what became of it. */
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
      <time dateTime={at} title={i18n.date(new Date(at), { dateStyle: 'full', timeStyle: 'short' })}>
        {i18n.date(new Date(at), { timeStyle: 'short' })}
      </time>
      {message.segments > 1 && direction === 'out' && message.media.length === 0 && (
        <Plural value={message.segments} one="# text" other="# texts" />
      )}
      {message.media.length > 0 && direction === 'out' && <span>MMS</span>}
      {direction === 'out' && message.state !== 'received' && message.state !== 'noted' && (
        <StatusTick state={message.state} on="bubble" iconOnly={!isLast && !failedStates.has(message.state)} />
      )}
    </span>
  )
}
