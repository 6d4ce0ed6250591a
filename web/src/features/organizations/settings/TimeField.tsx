import { TextInput } from '@mantine/core'
import classes from './Texting.module.css'

export interface TimeFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  error?: string | undefined
}

/** A time of day, such as 21:00; an incomplete entry changes nothing. */
export function TimeField({ label, value, onChange, error }: TimeFieldProps) {
  return (
    <TextInput
      className={classes.time ?? ''}
      type="time"
      aria-label={label}
      value={value}
      onChange={(event) => /^\d\d:\d\d$/.test(event.currentTarget.value) && onChange(event.currentTarget.value)}
      error={error}
    />
  )
}
