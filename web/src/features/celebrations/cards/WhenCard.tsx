import type { CelebrationContent } from '@crewline/contract/celebrations'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Select, Stack, TextInput } from '@mantine/core'
import { useSession } from '../../../shared/lib/session/select.ts'
import { SettingsCard } from '../../../shared/ui/settings/SettingsCard.tsx'
import type { CardProps } from '../Editor.tsx'
import classes from '../Celebrations.module.css'
import { OffsetFields } from './OffsetFields.tsx'

/** How far from the date, the hour and its clock, and what happens on weekends and with February 29. */
export function WhenCard({ content, onChange, errors, isReadOnly, leftOut }: CardProps & { leftOut: number }) {
  const { t } = useLingui()
  const orgZone = useSession(({ auth }) => auth.organization?.timezone) ?? 'UTC'
  const weekend: Record<CelebrationContent['weekend'], string> = {
    same: t`On the same day`,
    before: t`On the Friday before`,
    after: t`On the Monday after`,
  }
  const feb29: Record<CelebrationContent['feb29'], string> = { feb28: t`On February 28`, mar1: t`On March 1` }
  const clock: Record<CelebrationContent['zone'], string> = {
    contact: t`The time zone of each person`,
    org: t`Your organization’s time zone (${orgZone})`,
  }
  return (
    <SettingsCard
      id="when"
      title={t`When`}
      text={<Trans>Your quiet hours apply: a text at night waits for the morning.</Trans>}
    >
      <Stack gap="md">
        <OffsetFields
          days={content.offsetDays}
          error={errors['offsetDays']}
          isReadOnly={isReadOnly}
          onChange={(offsetDays) => onChange({ offsetDays })}
        />
        <TextInput
          type="time"
          label={t`Time`}
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
          label={t`Time zone`}
          description={content.zone === 'org' ? t`Everyone gets the text at the same moment.` : undefined}
          data={Object.entries(clock).map(([value, label]) => ({ value, label }))}
          value={content.zone}
          readOnly={isReadOnly}
          allowDeselect={false}
          onChange={(value) => value && onChange({ zone: value as CelebrationContent['zone'] })}
        />
        <Select
          label={t`If that day is on a weekend`}
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
        <div role="status">
          {leftOut > 0 && (
            <p className={classes.notice}>
              <Plural
                value={leftOut}
                one="# person gets no text for this date, because the new time passed more than six hours ago. Choose a later time to text this person."
                other="# people get no text for this date, because the new time passed more than six hours ago. Choose a later time to text them."
              />
            </p>
          )}
        </div>
      </Stack>
    </SettingsCard>
  )
}
