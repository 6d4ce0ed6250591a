import type { Message } from '@crewline/contract/messages'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import classes from './MessageBubble.module.css'

const ConfirmCount = lazy(async () => {
  const confirm = await import('../../shared/ui/ConfirmCount.tsx')
  return { default: confirm.ConfirmCount }
})

/** What a person may do about a message that did not arrive. */
export interface Repeat {
  /** Sends the same words once more, as a new message that names the old one. */
  onRepeat: (message: Message) => void
}

export interface FailedActionsProps {
  message: Message
  /** It was sent again since: nothing more to do here. */
  isRepeated: boolean
  repeat?: Repeat | undefined
}

/** Whether the message may have arrived after all, so that sending again may text the person twice. */
function mayHaveArrived({ state, errorCode }: Message): boolean {
  return state === 'unknown' || state === 'quarantined' || errorCode === 'outcome_unknown'
}

/** Why a message did not arrive, and the way to send it again; asks first when it may have arrived. */
export function FailedActions({ message, isRepeated, repeat }: FailedActionsProps) {
  const { t } = useLingui()
  const [isAsking, setAsking] = useState(false)
  const mayTwice = mayHaveArrived(message)
  const isOpen = message.state === 'unknown'
  // An opted out person cannot be texted by trying again.
  const canRepeat =
    repeat &&
    !isRepeated &&
    message.state !== 'suppressed' &&
    message.errorCode !== '21610' &&
    message.errorCode !== 'opted_out'
  function sendAgain(): void {
    setAsking(false)
    repeat?.onRepeat(message)
  }
  return (
    <div className={classes.trouble}>
      <p className={classes.reason} data-open={isOpen || undefined}>
        {message.reason ??
          (isOpen ? (
            <Trans>We do not know yet whether this was sent. We are asking the carrier.</Trans>
          ) : (
            <Trans>The carrier did not say why.</Trans>
          ))}
      </p>
      {isRepeated && (
        <p className={classes.repeated}>
          <Trans>Sent again below.</Trans>
        </p>
      )}
      {canRepeat && (
        <div className={classes.acts}>
          <Button size="compact-xs" variant="subtle" onClick={() => (mayTwice ? setAsking(true) : sendAgain())}>
            {mayTwice ? <Trans>Send again…</Trans> : <Trans>Try again</Trans>}
          </Button>
        </div>
      )}
      {isAsking && (
        <Suspense fallback={null}>
          <ConfirmCount
            isOpen={isAsking}
            title={t`Send this message again?`}
            confirmLabel={t`Send again`}
            onConfirm={sendAgain}
            onCancel={() => setAsking(false)}
          >
            <Trans>We could not learn whether the first one arrived. If it did, the person gets it twice.</Trans>
          </ConfirmCount>
        </Suspense>
      )}
    </div>
  )
}
