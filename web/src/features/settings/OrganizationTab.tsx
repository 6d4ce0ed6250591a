import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { useMeQuery } from '../accounts/index.ts'
import { useCan, useSession } from '../../shared/lib/session/select.ts'
import { Setting, SettingsCard } from './SettingsCard.tsx'
import { TextsUsed } from './TextsUsed.tsx'
import { useOrgStatusLabels } from './useStandingWords.ts'

/** Shows the organization details, read-only. */
export function OrganizationTab() {
  const { t, i18n } = useLingui()
  const organization = useSession(({ auth }) => auth.organization)
  const { data: me } = useMeQuery()
  const canPay = useCan('billing.manage')
  const statusLabels = useOrgStatusLabels()
  if (!organization) return null
  const parent = me?.organizations.find(({ id }) => id === organization.parentOrganizationId)
  const country = new Intl.DisplayNames([i18n.locale], { type: 'region' }).of(organization.country)
  return (
    <>
      <SettingsCard id="organization" title={t`Organization`}>
        <Setting label={t`Name`}>
          <bdi>{organization.name}</bdi>
        </Setting>
        {parent && (
          <Setting label={t`Part of`}>
            <bdi>{parent.name}</bdi>
          </Setting>
        )}
        <Setting label={t`Time zone`} help={t`Days in reports start at midnight in this time zone.`}>
          {organization.timezone.replaceAll('_', ' ')}
        </Setting>
        <Setting label={t`Country`} help={t`Numbers without a country code are treated as numbers in this country.`}>
          {country}
        </Setting>
      </SettingsCard>
      <SettingsCard id="plan" title={t`Plan`}>
        <Setting label={t`Status`}>{statusLabels[organization.standing]}</Setting>
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
    </>
  )
}
