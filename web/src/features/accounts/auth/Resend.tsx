import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { clock, useCountdown } from './useCountdown.ts'
import classes from './AuthCard.module.css'

export interface ResendProps {
  /** When another email or code may be requested, in ms since 1970. */
  nextAt: number
  onResend: () => Promise<void>
}

/** Counts down, then offers to send another email or code. */
export function Resend({ nextAt, onResend }: ResendProps) {
  const secondsLeft = useCountdown(nextAt)
  const [isSending, setSending] = useState(false)
  const time = clock(secondsLeft)
  if (secondsLeft > 0)
    return (
      <p className={classes.countdown}>
        <Trans>
          Resend in <time>{time}</time>
        </Trans>
      </p>
    )
  return (
    <Button
      variant="default"
      loading={isSending}
      onClick={() => {
        setSending(true)
        void onResend().finally(() => setSending(false))
      }}
    >
      <Trans>Resend</Trans>
    </Button>
  )
}
