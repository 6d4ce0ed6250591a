import { Trans, useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { useFieldNames } from '../../../replies/index.ts'
import classes from './Message.module.css'
import { fallbacksIn, withFallback } from './fallback-rules.ts'

export interface FallbackFieldsProps {
  text: string
  onChange: (text: string) => void
}

const fallbackMax = 120

/** What people get whose field is empty, one input for each field of the text. */
export function FallbackFields({ text, onChange }: FallbackFieldsProps) {
  const { t } = useLingui()
  const names = useFieldNames()
  const fields = fallbacksIn(text).filter(({ field }) => names[field] !== undefined)
  if (fields.length === 0) return null
  return (
    <div role="group" aria-label={t`When a field is empty`} className={classes.fallbacks}>
      <p>
        <Trans>When a field is empty, write</Trans>
      </p>
      {fields.map(({ field, fallback }) => (
        <TextInput
          key={field}
          size="xs"
          label={names[field]}
          placeholder={field === 'first_name' ? t`there` : ''}
          value={fallback}
          maxLength={fallbackMax}
          onChange={(event) => onChange(withFallback(text, field, event.currentTarget.value))}
          dir="auto"
        />
      ))}
    </div>
  )
}
