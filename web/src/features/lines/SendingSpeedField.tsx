import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import type { Line } from './api.ts'
import type { FormOf } from './AccountFields.tsx'
import { defaultSendingSpeed, useNumberText } from './useNumberText.ts'

/** The rate limit of a number; empty uses the default that carriers accept for its type. */
export function SendingSpeedField({ form, type }: { form: FormOf<'speed'>; type: Line['type'] }) {
  const { t } = useLingui()
  const { speed } = useNumberText()
  const usual = speed(defaultSendingSpeed[type])
  return (
    <TextInput
      key={form.key('speed')}
      {...form.getInputProps('speed')}
      name="speed"
      inputMode="decimal"
      label={t`Sending speed (texts per second)`}
      description={t`Leave blank for ${usual}.`}
      maxLength={8}
      autoComplete="off"
    />
  )
}
