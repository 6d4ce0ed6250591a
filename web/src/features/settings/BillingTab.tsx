import { Trans, useLingui } from '@lingui/react/macro'
import { useAnalyticsQuery } from '../analytics/index.ts'
import { usePastDue, useSession } from '../../shared/lib/session/select.ts'
import { Setting, SettingsCard } from './SettingsCard.tsx'
import classes from './Settings.module.css'
import { TextsUsed } from './TextsUsed.tsx'
import { useStandingWords } from './useStandingWords.ts'

/** How the account stands and what it used this month. */
export function BillingTab() {
  const { t, i18n } = useLingui()
  const standing = useStandingWords()
  const isPastDue = usePastDue()
  const organization = useSession(({ auth }) => auth.organization)
  const billing = useSession(({ auth }) => auth.billing)
  // The newest numbers come with the counts; the session keeps them.
  useAnalyticsQuery({}, { skip: isPastDue })
  if (!organization) return null
  const next =
    billing &&
    i18n.date(new Date(billing.periodEnd), { day: 'numeric', month: 'long', timeZone: organization.timezone })
  return (
    <SettingsCard id="billing" title={t`Billing`}>
      <Setting label={t`Status`}>{standing[isPastDue ? 'past_due' : organization.standing]}</Setting>
      <TextsUsed />
      {next && <Setting label={t`Counts again from 0`}>{next}</Setting>}
      {isPastDue && (
        <div className={classes.note}>
          <p>
            <Trans>
              Sending and reading messages is on hold until the open invoice is paid. Your contacts and messages are
              safe.
            </Trans>
          </p>
        </div>
      )}
    </SettingsCard>
  )
}
