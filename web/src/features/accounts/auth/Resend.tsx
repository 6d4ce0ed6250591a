import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { clock, useCountdown } from './useCountdown.ts'
import classes from './AuthCard.module.css'

export interface ResendProps {
  /** When another may be asked for, in ms since 1970. */
  nextAt: number
  /** Asks for another. */
  onResend: () => Promise<void>
}

/** Counts down, then offers to send another mail or text. */
export function Resend({ nextAt, onResend }: ResendProps) {
  const left = useCountdown(nextAt)
  const [isSending, setSending] = useState(false)
  const time = clock(left)
  if (left > 0)
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
