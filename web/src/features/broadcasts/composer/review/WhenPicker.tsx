import { useLingui } from '@lingui/react/macro'
import { Checkbox, SegmentedControl, TextInput } from '@mantine/core'
import { useSession } from '../../../../shared/lib/session/select.ts'
import classes from '../Fields.module.css'
import type { Draft } from '../useDraft.ts'
import { NextDates } from './NextDates.tsx'
import { RepeatFields } from './RepeatFields.tsx'
import { startOf, withMode, withStart } from './schedule-drafts.ts'
import { ZoneSelect } from './ZoneSelect.tsx'

export interface WhenPickerProps {
  draft: Draft
  /** The message for each field of the schedule that cannot be right. */
  errors: Record<string, string>
}

/** Chooses when the broadcast is sent: now, on a date, or again and again; says it in words. */
export function WhenPicker({ draft, errors }: WhenPickerProps) {
  const { t } = useLingui()
  const home = useSession(({ auth }) => auth.organization?.timezone ?? 'UTC')
  const { schedule } = draft.content
  const [date = '', time = ''] = (startOf(schedule) ?? '').split('T')
  const isPlanned = schedule.mode !== 'now'
  return (
    <>
      <SegmentedControl
        className={classes.ownLine ?? ''}
        aria-label={t`When`}
        value={schedule.mode}
        onChange={(mode) => draft.change({ schedule: withMode(schedule, mode, { timeZone: home, now: new Date() }) })}
        data={[
          { value: 'now', label: t`Now` },
          { value: 'once', label: t`Date and time` },
          { value: 'recurring', label: t`Repeat` },
        ]}
      />
      {isPlanned && (
        <>
          <div className={classes.inline}>
            <TextInput
              type="date"
              label={schedule.mode === 'once' ? t`Day` : t`First day`}
              value={date}
              onChange={(event) => draft.change({ schedule: withStart(schedule, { date: event.currentTarget.value }) })}
              error={errors['at'] ?? errors['start']}
            />
            <TextInput
              type="time"
              label={t`Time`}
              value={time}
              onChange={(event) => draft.change({ schedule: withStart(schedule, { time: event.currentTarget.value }) })}
            />
            <ZoneSelect
              value={schedule.timeZone}
              home={home}
              onChoose={(timeZone) => draft.change({ schedule: { ...schedule, timeZone } })}
            />
          </div>
          <Checkbox
            label={t`In each person's time zone`}
            description={t`At this time on each person's clock; people without a time zone get it at the time above.`}
            checked={schedule.inContactZone}
            onChange={(event) =>
              draft.change({ schedule: { ...schedule, inContactZone: event.currentTarget.checked } })
            }
          />
        </>
      )}
      {schedule.mode === 'recurring' && (
        <RepeatFields schedule={schedule} onChange={(next) => draft.change({ schedule: next })} errors={errors} />
      )}
      {isPlanned && <NextDates schedule={schedule} onChange={(next) => draft.change({ schedule: next })} />}
    </>
  )
}
