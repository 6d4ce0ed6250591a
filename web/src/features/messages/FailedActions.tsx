import type { Message } from '@crewline/contract/messages'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../shared/lib/lazy-part.ts'
import { useRetryTextMutation } from './api.ts'
import { tellChanged } from './changed.ts'
import { fillComposer } from './composer-bus.ts'
import { adviceWords, reasonWords } from '../../shared/ui/reason-words.ts'
import { howToRepeat } from './failed-rules.ts'
import classes from './MessageBubble.module.css'
import { postText } from './outbox.ts'

const ConfirmCount = lazyPart(async () => {
  const confirm = await import('../../shared/ui/ConfirmCount.tsx')
  return { default: confirm.ConfirmCount }
})

export interface FailedActionsProps {
  message: Message
  /** It was sent again since: nothing more to do here. */
  isRepeated: boolean
  canAct: boolean
}

/** Why a message did not arrive, what helps, and the way to send it again; asks first when it may have arrived. */
export function FailedActions({ message, isRepeated, canAct }: FailedActionsProps) {
  const { t, i18n } = useLingui()
  const [isAsking, setAsking] = useState(false)
  const [retry, { isLoading }] = useRetryTextMutation()
  const way = howToRepeat(message)
  const isOpen = message.state === 'unknown'
  const { contactId, id, body, media } = message
  const advice = adviceWords(message.errorCode, i18n.locale)
  function sendAnew(): void {
    setAsking(false)
    // A file travels once: with files it goes over the composer, which uploads them anew.
    if (media.length > 0) fillComposer(contactId, { body, media, areUsed: true })
    else postText(contactId, body, { resendOf: id })
  }
  return (
    <div className={classes.trouble}>
      <p className={classes.reason} data-open={isOpen || undefined}>
        <span>
          {reasonWords(message, i18n.locale) ??
            (isOpen ? (
              <Trans>We do not know yet whether this was sent. We are asking the carrier.</Trans>
            ) : (
              <Trans>The carrier did not say why.</Trans>
            ))}{' '}
          {!isOpen && advice}
        </span>
      </p>
      {isRepeated && (
        <p className={classes.repeated}>
          <Trans>Sent again below.</Trans>
        </p>
      )}
      {canAct && !isRepeated && way !== 'none' && (
        <div className={classes.acts}>
          {way === 'ask' && (
            <Button size="compact-xs" variant="subtle" onClick={() => setAsking(true)}>
              <Trans>Send again…</Trans>
            </Button>
          )}
          {way === 'retry' && (
            <Button
              size="compact-xs"
              variant="subtle"
              loading={isLoading}
              onClick={() => void retry(id).then(({ data }) => data && tellChanged(data.message))}
            >
              <Trans>Try again</Trans>
            </Button>
          )}
          {way === 'rewrite' && (
            <Button
              size="compact-xs"
              variant="subtle"
              onClick={() => fillComposer(contactId, { body, media, areUsed: true })}
            >
              <Trans>Change and send</Trans>
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
            onConfirm={sendAnew}
            onCancel={() => setAsking(false)}
          >
            <Trans>We could not learn whether the first one arrived. If it did, the person gets it twice.</Trans>
          </ConfirmCount>
        </Suspense>
      )}
    </div>
  )
}
