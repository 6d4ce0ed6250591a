import type { Message } from '@crewline/contract/messages'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../../shared/lib/lazy-part.ts'
import { useRetryTextMutation } from '../api.ts'
import { notifyChanged } from '../outbox/changed.ts'
import { fillComposer } from '../composer/composer-bus.ts'
import { failureAdviceText, failureReasonText } from '../../../shared/ui/text/reason-text.ts'
import { howToRepeat, isStoppedByOptOut } from './failed-rules.ts'
import classes from './MessageBubble.module.css'
import { NotSentLine } from './NotSentLine.tsx'
import { postText } from '../outbox/outbox.ts'

const ConfirmCount = lazyPart(async () => {
  const confirm = await import('../../../shared/ui/overlay/ConfirmCount.tsx')
  return { default: confirm.ConfirmCount }
})

export interface FailedActionsProps {
  message: Message
  /** It has been resent already, so no action is offered. */
  isRepeated: boolean
  canSend: boolean
}

function FailureText({ message }: Pick<FailedActionsProps, 'message'>) {
  const { i18n } = useLingui()
  const isOpen = message.state === 'unknown'
  return (
    <>
      {failureReasonText(message, i18n) ??
        (isOpen ? (
          <Trans>We don't know yet if this was sent. We're checking with the carrier.</Trans>
        ) : (
          <Trans>The carrier didn't give a reason.</Trans>
        ))}{' '}
      {!isOpen && failureAdviceText(message.errorCode, i18n)}
    </>
  )
}

/**
 * Shows why a message was not delivered, what helps, and a resend button; asks first when it may have been delivered.
 */
export function FailedActions({ message, isRepeated, canSend }: FailedActionsProps) {
  const { t } = useLingui()
  const [isAsking, setAsking] = useState(false)
  const [retry, { isLoading }] = useRetryTextMutation()
  const repeatMode = howToRepeat(message)
  const { contactId, id, body, media } = message
  function resend(): void {
    setAsking(false)
    // A file can be sent only once: a message with files goes back to the composer, which uploads them again.
    if (media.length > 0) fillComposer(contactId, { body, media, areUsed: true })
    else postText(contactId, body, { resendOf: id })
  }
  return (
    <div className={classes.trouble}>
      <p className={classes.reason} data-open={message.state === 'unknown' || undefined}>
        <span>
          {isStoppedByOptOut(message) ? <NotSentLine contactId={contactId} /> : <FailureText message={message} />}
        </span>
      </p>
      {isRepeated && (
        <p className={classes.repeated}>
          <Trans>Sent again below.</Trans>
        </p>
      )}
      {canSend && !isRepeated && repeatMode !== 'none' && (
        <div className={classes.acts}>
          {repeatMode === 'ask' && (
            <Button size="compact-xs" variant="subtle" onClick={() => setAsking(true)}>
              <Trans>Send again…</Trans>
            </Button>
          )}
          {repeatMode === 'retry' && (
            <Button
              size="compact-xs"
              variant="subtle"
              loading={isLoading}
              onClick={() => void retry(id).then(({ data }) => data && notifyChanged(data.message))}
            >
              <Trans>Try again</Trans>
            </Button>
          )}
          {repeatMode === 'rewrite' && (
            <Button
              size="compact-xs"
              variant="subtle"
              onClick={() => fillComposer(contactId, { body, media, areUsed: true })}
            >
              <Trans>Edit and resend</Trans>
            </Button>
          )}
        </div>
      )}
      {isAsking && (
        <Suspense fallback={null}>
          <ConfirmCount
            isOpen={isAsking}
            title={t`Send this message again?`}
            confirmLabel={t`Send again`}
            onConfirm={resend}
            onCancel={() => setAsking(false)}
          >
            <Trans>We couldn't confirm whether the first one arrived. If it did, your contact will get it twice.</Trans>
          </ConfirmCount>
        </Suspense>
      )}
    </div>
  )
}
