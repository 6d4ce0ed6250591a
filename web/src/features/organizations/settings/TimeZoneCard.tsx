import { Trans, useLingui } from '@lingui/react/macro'
import { Select } from '@mantine/core'
import { useMemo } from 'react'
import { useSession } from '../../../shared/lib/session/select.ts'
import { Setting, SettingsCard } from '../../../shared/ui/settings/SettingsCard.tsx'
import classes from '../../../shared/ui/settings/SettingsCard.module.css'
import type { OrganizationForm } from './useOrganizationForm.ts'

/** The time zone of the organization, and before a change what it affects. */
export function TimeZoneCard({ form: { values, change, errors } }: { form: OrganizationForm }) {
  const { t } = useLingui()
  const saved = useSession(({ auth }) => auth.organization?.timezone)
  const zones = useMemo(() => {
    const supported = Intl.supportedValuesOf('timeZone')
    const all = supported.includes(values.timezone) ? supported : [values.timezone, ...supported]
    return all.map((value) => ({ value, label: value.replaceAll('_', ' ').replaceAll('/', ' / ') }))
  }, [values.timezone])
  return (
    <SettingsCard id="time-zone" title={t`Time zone`}>
      <Setting
        label={t`Time zone`}
        help={t`For business hours, reports, and contacts without a time zone of their own.`}
      >
        <Select
          className={classes.wide ?? ''}
          name="timezone"
          aria-label={t`Time zone`}
          value={values.timezone}
          onChange={(timezone) => timezone && change({ timezone })}
          data={zones}
          error={errors['timezone']}
          searchable
          allowDeselect={false}
          limit={200}
          nothingFoundMessage={t`No time zones found`}
          maxDropdownHeight={280}
        />
      </Setting>
      {saved !== undefined && values.timezone !== saved && (
        <div className={classes.note} role="note">
          <p>
            <Trans>
              Business hours, quiet hours, holidays, reports, and smart groups use the new time zone as soon as you
              save. Usage of this month and last month is counted again. Scheduled texts and broadcasts keep the time
              that was chosen for them.
            </Trans>
          </p>
        </div>
      )}
    </SettingsCard>
  )
}
