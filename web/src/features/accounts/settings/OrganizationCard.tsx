import { countryName } from '@crewline/contract/formats'
import { useLingui } from '@lingui/react/macro'
import { useMeQuery } from '../api.ts'
import { useSession } from '../../../shared/lib/session/select.ts'
import { Setting, SettingsCard } from '../../../shared/ui/settings/SettingsCard.tsx'

/** Shows what the member cannot change about the organization. */
export function OrganizationCard() {
  const { t, i18n } = useLingui()
  const organization = useSession(({ auth }) => auth.organization)
  const mayEdit = useSession(({ auth }) => auth.user?.permissions.includes('organization.manage') ?? false)
  const { data: me } = useMeQuery()
  if (!organization) return null
  const parent = me?.organizations.find(({ id }) => id === organization.parentOrganizationId)
  const country = countryName(organization.country, i18n.locale)
  return (
    <SettingsCard id={mayEdit ? 'country' : 'organization'} title={mayEdit ? t`Country` : t`Organization`}>
      {!mayEdit && (
        <Setting label={t`Name`}>
          <bdi>{organization.name}</bdi>
        </Setting>
      )}
      {parent && (
        <Setting label={t`Part of`}>
          <bdi>{parent.name}</bdi>
        </Setting>
      )}
      {!mayEdit && (
        <Setting label={t`Time zone`} help={t`Days in reports start at midnight in this time zone.`}>
          <bdi>{organization.timezone.replaceAll('_', ' ')}</bdi>
        </Setting>
      )}
      <Setting label={t`Country`} help={t`Numbers without a country code are treated as numbers in this country.`}>
        {country}
      </Setting>
    </SettingsCard>
  )
}
