import type { Broadcast, BroadcastRun } from '@crewline/contract/broadcasts'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { useState } from 'react'
import { useCan } from '../../../shared/lib/session/select.ts'
import { formatCountdown, secondsUntil } from '../broadcast-rules.ts'
import classes from './Countdown.module.css'
import shared from '../Broadcasts.module.css'
import { useBroadcastActions } from '../useBroadcastActions.ts'

const tickMs = 250

/** The time before the first text leaves, in which the broadcast can be stopped without consequences. */
export function Countdown({ broadcast, run }: { broadcast: Broadcast; run: BroadcastRun }) {
  const { t } = useLingui()
  const canSend = useCan('broadcasts.send')
  const { stop, isBusy } = useBroadcastActions()
  const [nowMs, setNow] = useState(() => Date.now())
  useInterval(() => setNow(Date.now()), tickMs, { autoInvoke: true })
  const seconds = secondsUntil(run.startsAt, nowMs)
  const time = formatCountdown(seconds)
  const people = run.counts.recipients
  return (
    <section className={classes.countdown} aria-labelledby="countdown-title">
      <h2 id="countdown-title" className={classes.countdownTime}>
        {seconds > 0 ? t`Starting in ${time}` : t`Starting…`}
      </h2>
      <p className={shared.quiet}>
        {people > 0 ? (
          <Plural
            value={people}
            one="Nothing has been sent yet. # person will get it."
            other="Nothing has been sent yet. # people will get it."
          />
        ) : (
          <Trans>Nothing has been sent yet.</Trans>
        )}
      </p>
      {canSend && (
        <Button variant="default" size="md" loading={isBusy} onClick={() => void stop(broadcast.id)}>
          <Trans>Stop</Trans>
        </Button>
      )}
    </section>
  )
}
