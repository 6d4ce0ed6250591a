import { formatDay } from '@crewline/contract/formats'
import { useLingui } from '@lingui/react/macro'
import { Group, Input, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { birthdayOf, birthdayParts, type BirthdayParts, type AttributeValue } from './attributes.ts'

export interface BirthdayInputProps {
  label: string
  value: AttributeValue
  /** Called when the parts are an existing day, or all empty. */
  onChange: (value: string | null) => void
  error?: string
  hideLabel?: boolean
}

/** A birthday in three parts; the year may stay empty. */
export function BirthdayInput({ label, value, onChange, error, hideLabel = false }: BirthdayInputProps) {
  const { t, i18n } = useLingui()
  const [parts, setParts] = useState<BirthdayParts>(() => birthdayParts(value))
  const months = Array.from({ length: 12 }, (_, at) => {
    const value = String(at + 1).padStart(2, '0')
    return { value, label: formatDay(`${value}-01`, 'monthName', i18n.locale) }
  })
  const written = birthdayOf(parts)
  const hasAll = parts.month !== '' && parts.day !== '' && (parts.year === '' || parts.year.length === 4)
  const errorText = error ?? (written === undefined && hasAll ? t`This date doesn't exist.` : undefined)
  function change(part: Partial<BirthdayParts>): void {
    const next = { ...parts, ...part }
    setParts(next)
    const day = birthdayOf(next)
    if (day !== undefined) onChange(day)
  }
  const digits = (text: string, most: number) => text.replace(/\D/g, '').slice(0, most)
  return (
    <Input.Wrapper
      label={hideLabel ? undefined : label}
      labelElement="div"
      description={hideLabel ? undefined : t`The year is optional.`}
      {...(errorText && { error: errorText })}
    >
      <Group gap={8} wrap="nowrap" role="group" aria-label={label}>
        <NativeSelect
          aria-label={t`Month`}
          data={[{ value: '', label: t`Month` }, ...months]}
          value={parts.month}
          onChange={(event) => change({ month: event.currentTarget.value })}
          flex={1}
        />
        <TextInput
          aria-label={t`Day`}
          placeholder={t`Day`}
          inputMode="numeric"
          w={64}
          value={parts.day}
          onChange={(event) => change({ day: digits(event.currentTarget.value, 2) })}
        />
        <TextInput
          aria-label={t`Year`}
          placeholder={t`Year`}
          inputMode="numeric"
          w={80}
          value={parts.year}
          onChange={(event) => change({ year: digits(event.currentTarget.value, 4) })}
        />
      </Group>
    </Input.Wrapper>
  )
}
