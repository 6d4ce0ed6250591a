import { Trans, useLingui } from '@lingui/react/macro'
import { Badge } from '@mantine/core'
import type { ReactNode } from 'react'
import settings from '../Settings.module.css'
import { Setting } from '../SettingsCard.tsx'
import type { Line } from './api.ts'
import { CopyAddress } from './CopyAddress.tsx'
import { NumberHealth } from './NumberHealth.tsx'
import classes from './Numbers.module.css'
import { NumberState } from './NumberState.tsx'
import { useNumberWords } from './useNumberWords.ts'

/** One number: what it is, how it does, and where its carrier is to call. */
export function NumberCard({ line, menu }: { line: Line; menu: ReactNode }) {
  const { t } = useLingui()
  const { types, carriers, pace } = useNumberWords()
  const { id, phoneDisplay, label, state, isDefault } = line
  const isReal = line.carrier === 'twilio'
  const reason = line.pausedReason
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
          {reason} <Trans>Texts from this number wait until you resume it.</Trans>
        </p>
      )}
      <div>
        <Setting label={t`Type`}>
          {types[line.type]} · {carriers[line.carrier]}
        </Setting>
        <Setting label={t`Pace`}>
          <span className="tabular">{pace(line.textsPerSecond)}</span>
        </Setting>
        <Setting label={t`Last 7 days`}>
          <NumberHealth health={line.health} />
        </Setting>
        <Setting
          label={t`Address for messages`}
          help={isReal ? t`In Twilio, paste it at “A message comes in”.` : t`The simulated carrier knows it already.`}
        >
          <CopyAddress address={line.webhookUrl} label={t`Address for messages`} />
        </Setting>
        <Setting
          label={t`Address for calls`}
          help={
            isReal
              ? t`In Twilio, paste it at “A call comes in” and at “Call status changes”.`
              : t`The simulated carrier knows it already.`
          }
        >
          <CopyAddress address={line.voiceUrl} label={t`Address for calls`} />
        </Setting>
      </div>
    </section>
  )
}
