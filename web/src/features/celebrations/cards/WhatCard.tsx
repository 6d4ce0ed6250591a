import { useLingui } from '@lingui/react/macro'
import { Select, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { SettingsCard } from '../../../shared/ui/settings/SettingsCard.tsx'
import { useCustomFields } from '../../fields/index.ts'
import type { CardProps } from '../Editor.tsx'
import { yearsFrom } from '../celebration-rules.ts'
import { useCelebrationNames } from '../useCelebrationNames.ts'

/** The name of a celebration, the date it is about, and which years are celebrated. */
export function WhatCard({ content, onChange, errors, isReadOnly, isNew }: CardProps & { isNew: boolean }) {
  const { t } = useLingui()
  const { kind: names } = useCelebrationNames()
  const fields = useCustomFields()
  const [years, setYears] = useState(content.years.join(', '))
  const { kind } = content
  const dates = fields.filter(({ type, sensitive }) => type === 'date' && !sensitive)
  return (
    <SettingsCard id="what" title={names[kind]}>
      <Stack gap="md">
        <TextInput
          label={t`Name`}
          description={t`Only your team sees it.`}
          value={content.name}
          error={errors['name']}
          readOnly={isReadOnly}
          maxLength={80}
          dir="auto"
          required
          onChange={(event) => onChange({ name: event.currentTarget.value })}
        />
        {kind === 'date' && (
          <Select
            label={t`Field with the date`}
            description={isNew ? t`Your own fields of the type date.` : t`Create another celebration for another date.`}
            data={dates.map(({ key, name }) => ({ value: key, label: name }))}
            value={content.field}
            error={errors['field'] ?? errors['kind']}
            disabled={isReadOnly || !isNew}
            nothingFoundMessage={t`You have no field of the type date yet.`}
            allowDeselect={false}
            required
            onChange={(field) => onChange({ field })}
          />
        )}
        {kind === 'date' && (
          <Select
            label={t`How often`}
            description={
              content.repeat === 'once'
                ? t`In the year of the date only, such as when a license ends. A new date gets its own text.`
                : t`In each year after the year of the date.`
            }
            data={[
              { value: 'yearly', label: t`Every year` },
              { value: 'once', label: t`Once, for the date itself` },
            ]}
            value={content.repeat}
            error={errors['repeat']}
            readOnly={isReadOnly}
            allowDeselect={false}
            onChange={(value) => {
              // The field of years comes back empty, as it is then.
              if (value === 'once') setYears('')
              onChange(value === 'once' ? { repeat: 'once', years: [] } : { repeat: 'yearly' })
            }}
          />
        )}
        {kind !== 'birthday' && content.repeat === 'yearly' && (
          <TextInput
            label={t`Only these years`}
            description={t`For example 1, 5, 10. Leave empty to celebrate every year.`}
            value={years}
            error={errors['years']}
            readOnly={isReadOnly}
            inputMode="numeric"
            onChange={(event) => {
              setYears(event.currentTarget.value)
              onChange({ years: yearsFrom(event.currentTarget.value) })
            }}
            onBlur={() => setYears(content.years.join(', '))}
          />
        )}
      </Stack>
    </SettingsCard>
  )
}
