import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import type { Line } from './api.ts'
import type { FormOf } from './form-of.ts'
import { usualPace, useNumberWords } from './useNumberWords.ts'

/** How fast texts may leave; empty is what carriers take from such a number. */
export function PaceField({ form, type }: { form: FormOf<'pace'>; type: Line['type'] }) {
  const { t } = useLingui()
  const { pace } = useNumberWords()
  const usual = pace(usualPace[type])
  return (
    <TextInput
      key={form.key('pace')}
      {...form.getInputProps('pace')}
      name="pace"
      inputMode="decimal"
      label={t`Texts a second`}
      description={t`Leave it empty for ${usual}.`}
      maxLength={8}
      autoComplete="off"
    />
  )
}
