import { useLingui } from '@lingui/react/macro'
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useShiftsQuery } from '../../organizations/index.ts'
import { choiceOfKey, useShiftOptions } from '../contact/shift-options.ts'
import type { PartProps } from './BulkActionParts.tsx'

/** Takes what decides the working hours of the contacts. */
export function ShiftPick({ onAction }: PartProps) {
  const { t } = useLingui()
  const { data: shifts = [] } = useShiftsQuery()
  const options = useShiftOptions(shifts)
  const [key, setKey] = useState('')
  return (
    <NativeSelect
      label={t`Working hours`}
      description={t`Texts to people off shift can wait. Set how in Settings, Texting.`}
      data={[{ value: '', label: t`Choose`, disabled: true }, ...options]}
      value={key}
      onChange={(event) => {
        setKey(event.currentTarget.value)
        onAction({ act: 'shift', choice: choiceOfKey(event.currentTarget.value) })
      }}
      data-autofocus
    />
  )
}
