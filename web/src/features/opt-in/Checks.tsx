import type { OptInPage } from '@crewline/contract/opt-in'
import { Trans, useLingui } from '@lingui/react/macro'
import { VisuallyHidden } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { SettingsCard } from '../../shared/ui/settings/SettingsCard.tsx'
import classes from './OptIn.module.css'
import { useOptInNames } from './useOptInNames.ts'

/** Shows what carriers and our own rules require before a page is published. */
export function Checks({ checks }: Pick<OptInPage, 'checks'>) {
  const { t } = useLingui()
  const names = useOptInNames().check
  return (
    <SettingsCard
      id="checks"
      title={t`Checklist`}
      text={<Trans>A page can be published when every line is done.</Trans>}
    >
      <ul className={classes.checks}>
        {checks.map(({ check, isDone }) => (
          <li key={check} data-done={isDone || undefined}>
            {isDone ? (
              <IconCircleCheck size={20} stroke={1.75} aria-hidden />
            ) : (
              <IconCircleDashed size={20} stroke={1.75} aria-hidden />
            )}
            <span>
              <VisuallyHidden>{isDone ? t`Done:` : t`Missing:`} </VisuallyHidden>
              {names[check]}
            </span>
          </li>
        ))}
      </ul>
    </SettingsCard>
  )
}
