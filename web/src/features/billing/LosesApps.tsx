import type { AppKey } from '@crewline/contract/app-keys'
import { formatList } from '@crewline/contract/formats'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ConfirmCount } from '../../shared/ui/overlay/ConfirmCount.tsx'
import classes from './Billing.module.css'
import { useAppWords } from './useAppWords.ts'

export interface LosesAppsProps {
  isOpen: boolean
  /** The name of the plan. */
  plan: string
  /** The apps in use that it leaves out. */
  apps: readonly AppKey[]
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before a plan that leaves out apps in use: names them, and what stops. */
export function LosesApps({ isOpen, plan, apps, onConfirm, onCancel }: LosesAppsProps) {
  const { t, i18n } = useLingui()
  const words = useAppWords()
  const names = formatList(
    apps.map((app) => words[app].name),
    i18n.locale,
  )
  return (
    <ConfirmCount
      isOpen={isOpen}
      title={t`Choose ${plan} without ${names}?`}
      confirmLabel={t`Choose ${plan}`}
      isDestructive
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <p>
        <Plural
          value={apps.length}
          one="You use an app that isn't in this plan. It closes for everyone:"
          other="You use # apps that aren't in this plan. They close for everyone:"
        />
      </p>
      <ul className={classes.losses}>
        {apps.map((app) => (
          <li key={app}>
            <strong>{words[app].name}</strong>: {words[app].stops}
          </li>
        ))}
      </ul>
      <p>
        <Trans>Nothing is deleted. With a plan that includes it, everything is back.</Trans>
      </p>
    </ConfirmCount>
  )
}
