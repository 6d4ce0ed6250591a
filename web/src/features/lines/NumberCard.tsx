import { Trans, useLingui } from '@lingui/react/macro'
import { Badge } from '@mantine/core'
import type { ReactNode } from 'react'
import settings from '../../shared/ui/settings/SettingsCard.module.css'
import { Setting } from '../../shared/ui/settings/SettingsCard.tsx'
import type { Line } from './api.ts'
import { CopyText } from '../../shared/ui/text/CopyText.tsx'
import { NumberHealth } from './NumberHealth.tsx'
import classes from './Numbers.module.css'
import { NumberState } from './NumberState.tsx'
import { useNumberText } from './useNumberText.ts'

/** Shows a number: its details, its health, and the webhook URL for its carrier. */
export function NumberCard({ line, menu }: { line: Line; menu: ReactNode }) {
  const { t } = useLingui()
  const { types, carriers, speed } = useNumberText()
  const { id, phoneDisplay, label, state, isDefault } = line
  const reason = line.pausedReason
  const carrierName = carriers[line.carrier]
  const hints: Record<Line['carrier'], { texts: string; calls: string }> = {
    twilio: {
      texts: t`In Twilio, paste this under “A message comes in”.`,
      calls: t`In Twilio, paste this under “A call comes in” and “Call status changes”.`,
    },
    telnyx: {
      texts: t`In Telnyx, paste this as the webhook URL of the number's messaging profile. Each number needs its own profile.`,
      calls: '',
    },
    simulated: {
      texts: t`Already set up with the simulated carrier.`,
      calls: t`Already set up with the simulated carrier.`,
    },
  }
  return (
    <section className={settings.card} aria-labelledby={`number-${id}`}>
      <header className={classes.head}>
        <div className={classes.names}>
          <h3 className={classes.phone} id={`number-${id}`}>
            <bdi dir="ltr" className="tabular">
              {phoneDisplay}
            </bdi>
          </h3>
          <p className={classes.label}>
            <bdi>{label}</bdi>
          </p>
        </div>
        <div className={classes.state}>
          {isDefault && (
            <Badge color="gray">
              <Trans>Default</Trans>
            </Badge>
          )}
          <NumberState state={state} />
          {menu}
        </div>
      </header>
      {state === 'paused' && (
        <p className={classes.paused}>
          {reason} <Trans>Texts from this number will wait until you resume it.</Trans>
        </p>
      )}
      <div>
        <Setting label={t`Type`}>
          {types[line.type]} ·{' '}
          <span translate={line.carrier === 'simulated' ? undefined : 'no'}>{carriers[line.carrier]}</span>
        </Setting>
        <Setting label={t`Sending speed`}>
          <span className="tabular">{speed(line.textsPerSecond)}</span>
        </Setting>
        <Setting label={t`Last 7 days`}>
          <NumberHealth health={line.health} />
        </Setting>
        <Setting label={t`Webhook URL for messages`} help={hints[line.carrier].texts}>
          <CopyText text={line.webhookUrl} label={t`Webhook URL for messages`} />
        </Setting>
        {line.voiceUrl === null ? (
          <Setting label={t`Calls`} help={t`Forward calls to another phone at ${carrierName}.`}>
            <Trans>Not answered here</Trans>
          </Setting>
        ) : (
          <Setting label={t`Webhook URL for calls`} help={hints[line.carrier].calls}>
            <CopyText text={line.voiceUrl} label={t`Webhook URL for calls`} />
          </Setting>
        )}
      </div>
    </section>
  )
}
