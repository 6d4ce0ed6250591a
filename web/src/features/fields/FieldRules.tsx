import { useLingui } from '@lingui/react/macro'
import { Switch } from '@mantine/core'
import type { FieldDraft } from './draft.ts'
import classes from './Fields.module.css'
import { uniqueTypes } from './useFieldTypes.ts'

export interface FieldRulesProps {
  draft: FieldDraft
  problems: Record<string, string>
  isLocked: boolean
  onChange: (part: Partial<FieldDraft>) => void
}

/** Edits the rules for the values and who sees them. */
export function FieldRules({ draft, problems, isLocked, onChange }: FieldRulesProps) {
  const { t } = useLingui()
  const rules = [
    { name: 'required', label: t`Required`, description: t`Required to save a contact.` },
    ...(uniqueTypes.includes(draft.type)
      ? [{ name: 'unique', label: t`Unique`, description: t`No two contacts can have the same value.` } as const]
      : []),
    {
      name: 'sensitive',
      label: t`Sensitive`,
      description: t`Only owners and admins can see it, and it can't be used in texts.`,
    },
    {
      name: 'showInList',
      label: t`Show as a column in the contact list`,
      description: t`Everyone can still choose their own columns.`,
    },
  ] as const
  return (
    <div className={classes.rules}>
      {rules.map(({ name, label, description }) => (
        <Switch
          key={name}
          label={label}
          description={description}
          checked={draft[name]}
          disabled={isLocked}
          error={problems[name]}
          onChange={(event) => onChange({ [name]: event.currentTarget.checked })}
        />
      ))}
    </div>
  )
}
