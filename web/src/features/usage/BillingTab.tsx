import { formatDate } from '@crewline/contract/formats'
import { Trans, useLingui } from '@lingui/react/macro'
import { useAnalyticsQuery } from '../analytics/index.ts'
import { usePastDue, useSession } from '../../shared/lib/session/select.ts'
import { Setting, SettingsCard } from '../../shared/ui/settings/SettingsCard.tsx'
import classes from '../../shared/ui/settings/SettingsCard.module.css'
import { TextsUsed } from './TextsUsed.tsx'
import { useOrgStatusLabels } from './useOrgStatusLabels.ts'

/** Shows the status of the organization and its usage this month. */
export function BillingTab() {
  const { t, i18n } = useLingui()
  const statusLabels = useOrgStatusLabels()
  const isPastDue = usePastDue()
  const organization = useSession(({ auth }) => auth.organization)
  const billing = useSession(({ auth }) => auth.billing)
  // Fetching the analytics also updates the usage numbers in the session.
  useAnalyticsQuery({}, { skip: isPastDue })
  if (!organization) return null
  const next = billing && formatDate(billing.periodEnd, 'longDay', i18n.locale, organization.timezone)
  return (
    <SettingsCard id="billing" title={t`Billing`}>
      <Setting label={t`Status`}>{statusLabels[isPastDue ? 'past_due' : organization.status]}</Setting>
      <TextsUsed />
      {next && <Setting label={t`Resets`}>{next}</Setting>}
      {isPastDue && (
        <div className={classes.note}>
          <p>
            <Trans>
              You can't send or read messages until the open invoice is paid. Your contacts and messages are safe.
            </Trans>
          </p>
        </div>
      )}
    </SettingsCard>
  )
}
