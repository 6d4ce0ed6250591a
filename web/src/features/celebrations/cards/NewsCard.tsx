import { Trans, useLingui } from '@lingui/react/macro'
import { Switch } from '@mantine/core'
import { SettingsCard } from '../../../shared/ui/settings/SettingsCard.tsx'
import type { CardProps } from '../Editor.tsx'

/** Whether issues of news name the people of a celebration. A date of the organization's own says too much for that. */
export function NewsCard({ content, onChange, errors, isReadOnly }: CardProps) {
  const { t } = useLingui()
  if (content.kind === 'date') return null
  return (
    <SettingsCard
      id="news"
      title={t`News`}
      text={
        content.kind === 'birthday' ? (
          <Trans>With first name, initial and day. The age and the year are never shown.</Trans>
        ) : (
          <Trans>With first name, initial, day and number of years.</Trans>
        )
      }
    >
      <Switch
        label={t`Name them in news`}
        description={t`Everyone with the link to an issue can read these names. Add a Celebrations block to an issue. It leaves out people who can’t get texts, who are left out here, and whose date is skipped.`}
        checked={content.copyToNews}
        error={errors['copyToNews']}
        disabled={isReadOnly}
        onChange={(event) => onChange({ copyToNews: event.currentTarget.checked })}
      />
    </SettingsCard>
  )
}
