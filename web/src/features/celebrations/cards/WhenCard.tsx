import type { CelebrationContent } from '@crewline/contract/celebrations'
import { Trans, useLingui } from '@lingui/react/macro'
import { Select, Stack, TextInput } from '@mantine/core'
import { SettingsCard } from '../../../shared/ui/settings/SettingsCard.tsx'
import type { CardProps } from '../Editor.tsx'

/** The hour, and what happens on weekends and with February 29. */
export function WhenCard({ content, onChange, errors, isReadOnly }: CardProps) {
  const { t } = useLingui()
  const weekend: Record<CelebrationContent['weekend'], string> = {
    same: t`On the same day`,
    before: t`On the Friday before`,
    after: t`On the Monday after`,
  }
  const feb29: Record<CelebrationContent['feb29'], string> = { feb28: t`On February 28`, mar1: t`On March 1` }
  return (
    <SettingsCard
      id="when"
      title={t`When`}
      text={<Trans>Your quiet hours apply: a text at night waits for the morning.</Trans>}
    >
      <Stack gap="md">
        <TextInput
          type="time"
          label={t`Time`}
          description={t`On the clock of each person.`}
          value={content.time}
          error={errors['time']}
          readOnly={isReadOnly}
          required
          onChange={(event) => {
            const { value } = event.currentTarget
            if (value !== '') onChange({ time: value.slice(0, 5) })
          }}
        />
        <Select
          label={t`A date on a weekend`}
          data={Object.entries(weekend).map(([value, label]) => ({ value, label }))}
          value={content.weekend}
          readOnly={isReadOnly}
          allowDeselect={false}
          onChange={(value) => value && onChange({ weekend: value as CelebrationContent['weekend'] })}
        />
        <Select
          label={t`February 29 in other years`}
          data={Object.entries(feb29).map(([value, label]) => ({ value, label }))}
          value={content.feb29}
          readOnly={isReadOnly}
          allowDeselect={false}
          onChange={(value) => value && onChange({ feb29: value as CelebrationContent['feb29'] })}
        />
      </Stack>
    </SettingsCard>
  )
}
