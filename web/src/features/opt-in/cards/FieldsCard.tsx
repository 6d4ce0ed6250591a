import type { OptInSource } from '@crewline/contract/opt-in'
import { OPT_IN_FIELDS_MAX } from '@crewline/contract/opt-in-limits'
import { Trans, useLingui } from '@lingui/react/macro'
import { SegmentedControl } from '@mantine/core'
import { Setting, SettingsCard } from '../../../shared/ui/settings/SettingsCard.tsx'
import { useCustomFields } from '../../fields/index.ts'
import type { CardProps } from '../Editor.tsx'
import classes from '../OptIn.module.css'
import { askingOf, withAsking } from '../opt-in-rules.ts'
import { useOptInNames } from '../useOptInNames.ts'

/** Which values a page asks for, besides the mobile number. */
export function FieldsCard({ content, onChange, errors, isReadOnly }: CardProps) {
  const { t } = useLingui()
  const names = useOptInNames().field
  const custom = useCustomFields()
  const sources: { source: OptInSource; label: string }[] = [
    ...Object.entries(names).map(([source, label]) => ({ source, label })),
    ...custom.filter(({ sensitive }) => !sensitive).map(({ key, name }) => ({ source: `custom.${key}`, label: name })),
  ]
  const isFull = content.fields.length >= OPT_IN_FIELDS_MAX
  return (
    <SettingsCard
      id="fields"
      title={t`Fields`}
      text={<Trans>The mobile number is always asked for. Ask for as little else as you can.</Trans>}
    >
      {errors['fields'] && (
        <p className={classes.bad} role="alert">
          {errors['fields']}
        </p>
      )}
      {sources.map(({ source, label }) => {
        const asking = askingOf(content.fields, source)
        return (
          <Setting key={source} label={<bdi>{label}</bdi>}>
            <SegmentedControl
              aria-label={label}
              data-untranslated="aria-label"
              size="xs"
              value={asking}
              readOnly={isReadOnly}
              disabled={isFull && asking === 'no'}
              onChange={(next) => onChange({ fields: withAsking(content.fields, source, next) })}
              data={[
                { value: 'no', label: t`Don't ask` },
                { value: 'optional', label: t`Optional` },
                { value: 'required', label: t`Required` },
              ]}
            />
          </Setting>
        )
      })}
    </SettingsCard>
  )
}
