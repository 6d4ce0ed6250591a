import { useLingui } from '@lingui/react/macro'
import { Select } from '@mantine/core'
import { useMemo } from 'react'
import classes from '../../../shared/ui/settings/SettingsCard.module.css'

const SAME = 'same'

function readable(zone: string): string {
  return zone.replaceAll('_', ' ').replaceAll('/', ' / ')
}

export interface TimeZoneSelectProps {
  /** Null uses the zone of the organization. */
  value: string | null
  /** The time zone of the organization. */
  home: string
  onChoose: (zone: string | null) => void
  disabled: boolean
}

/** Lists all time zones with a search, the zone of the organization first. */
export default function TimeZoneSelect({ value, home, onChoose, disabled }: TimeZoneSelectProps) {
  const { t } = useLingui()
  const zones = useMemo(() => {
    const zones = Intl.supportedValuesOf('timeZone')
    const all = value === null || zones.includes(value) ? zones : [value, ...zones]
    return all.map((zone) => ({ value: zone, label: readable(zone) }))
  }, [value])
  const homeName = readable(home)
  return (
    <Select
      className={classes.wide ?? ''}
      aria-label={t`Time zone`}
      value={value ?? SAME}
      onChange={(chosen) => chosen !== null && onChoose(chosen === SAME ? null : chosen)}
      data={[{ value: SAME, label: t`Same as organization (${homeName})` }, ...zones]}
      searchable
      allowDeselect={false}
      limit={200}
      nothingFoundMessage={t`No time zones found`}
      maxDropdownHeight={280}
      disabled={disabled}
    />
  )
}
