import { PERSON_LINE_MAX } from '@crewline/contract/block-limits'
import { callHref, mailHref } from '@crewline/contract/block-rules'
import type { Block } from '@crewline/contract/blocks'
import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import classes from './BlockEditor.module.css'

interface ContactSettingsProps {
  block: Extract<Block, { type: 'contact' }>
  /** What is wrong with the block. */
  error: string | undefined
  set: (attributes: Record<string, unknown>) => void
}

/** Whom readers can ask, and how they reach this person. */
export function ContactSettings({ block, error, set }: ContactSettingsProps) {
  const { t } = useLingui()
  const fields: { key: 'name' | 'role' | 'phone' | 'email'; label: string; type: string }[] = [
    { key: 'name', label: t`Name`, type: 'text' },
    { key: 'role', label: t`What this person does`, type: 'text' },
    { key: 'phone', label: t`Phone number`, type: 'tel' },
    { key: 'email', label: t`Email`, type: 'email' },
  ]
  const wrong = wrongIn(block)
  return (
    <div className={classes.pair}>
      {fields.map(({ key, label, type }) => (
        <TextInput
          key={key}
          type={type}
          label={label}
          value={block[key]}
          error={key === wrong ? error : undefined}
          maxLength={PERSON_LINE_MAX}
          autoComplete="off"
          dir="auto"
          onChange={(event) => set({ [key]: event.currentTarget.value })}
        />
      ))}
    </div>
  )
}

/** The field that keeps the block from being published, in the order in which the server names what is wrong. */
function wrongIn({ name, phone, email }: ContactSettingsProps['block']): 'name' | 'phone' | 'email' {
  if (name === '') return 'name'
  if (phone !== '' && !callHref(phone)) return 'phone'
  return email !== '' && !mailHref(email) ? 'email' : 'phone'
}
