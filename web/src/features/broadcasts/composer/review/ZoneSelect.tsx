import { useLingui } from '@lingui/react/macro'
import { Select } from '@mantine/core'
import { useMemo } from 'react'

export interface ZoneSelectProps {
  value: string
  /** The time zone of the organization, listed first. */
  home: string
  onChoose: (zone: string) => void
}

/** Chooses a time zone by its name. */
export function ZoneSelect({ value, home, onChoose }: ZoneSelectProps) {
  const { t } = useLingui()
  const zones = useMemo(
    () =>
      [...new Set([home, value, ...Intl.supportedValuesOf('timeZone')])].map((zone) => ({
        value: zone,
        label: zone.replaceAll('_', ' '),
      })),
    [home, value],
  )
  return (
    <Select
      label={t`Time zone`}
      value={value}
      onChange={(zone) => zone && onChoose(zone)}
      data={zones}
      searchable
      allowDeselect={false}
      limit={200}
      nothingFoundMessage={t`No time zones found`}
      maxDropdownHeight={280}
    />
  )
}
