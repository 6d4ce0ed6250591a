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

/** What is asked of values, and who sees them. */
export function FieldRules({ draft, problems, isLocked, onChange }: FieldRulesProps) {
  const { t } = useLingui()
  const rules = [
    { name: 'required', label: t`Required`, description: t`Nobody is saved without it.` },
    ...(uniqueTypes.includes(draft.type)
      ? [{ name: 'unique', label: t`One of a kind`, description: t`No two contacts have the same value.` } as const]
      : []),
    { name: 'sensitive', label: t`Sensitive`, description: t`Only owners and admins see it, and texts cannot say it.` },
    {
      name: 'showInList',
      label: t`Column in the contact list`,
      description: t`Everybody can still choose their own columns.`,
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
