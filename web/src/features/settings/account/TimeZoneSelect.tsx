import { useLingui } from '@lingui/react/macro'
import { Select } from '@mantine/core'
import { useMemo } from 'react'
import classes from '../Settings.module.css'

const SAME = 'same'

function readable(zone: string): string {
  return zone.replaceAll('_', ' ').replaceAll('/', ' / ')
}

export interface TimeZoneSelectProps {
  /** Null: the organization's. */
  value: string | null
  /** The organization's time zone. */
  home: string
  onChoose: (zone: string | null) => void
  disabled: boolean
}

/** Every time zone there is, found by typing, and the organization's own first. */
export default function TimeZoneSelect({ value, home, onChoose, disabled }: TimeZoneSelectProps) {
  const { t } = useLingui()
  const zones = useMemo(() => {
    const known = Intl.supportedValuesOf('timeZone')
    const all = value === null || known.includes(value) ? known : [value, ...known]
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
      nothingFoundMessage={t`No time zone has this name.`}
      maxDropdownHeight={280}
      disabled={disabled}
    />
  )
}
