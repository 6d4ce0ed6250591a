import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { useCan, useSession } from '../../shared/lib/session/select.ts'
import { Setting, SettingsCard } from '../../shared/ui/settings/SettingsCard.tsx'
import { TextsUsed } from './TextsUsed.tsx'
import { useOrgStatusLabels } from './useOrgStatusLabels.ts'

/** Shows the status of the organization and its usage, read-only. */
export function PlanCard() {
  const { t } = useLingui()
  const organization = useSession(({ auth }) => auth.organization)
  const canPay = useCan('billing.manage')
  const statusLabels = useOrgStatusLabels()
  if (!organization) return null
  return (
    <SettingsCard id="plan" title={t`Plan`}>
      <Setting label={t`Status`}>{statusLabels[organization.status]}</Setting>
      <TextsUsed />
      <Setting label={t`Billing`}>
        {canPay ? (
          <Anchor component={Link} to="/dashboard/settings?tab=billing">
            <Trans>View billing</Trans>
          </Anchor>
        ) : (
          <Trans>Ask an owner or admin.</Trans>
        )}
      </Setting>
    </SettingsCard>
  )
}
