import { formatDay } from '@crewline/contract/formats'
import type { RecurringSchedule } from '@crewline/contract/schedule'
import { SCHEDULE_INTERVAL_MAX, SCHEDULE_OCCURRENCES_MAX } from '@crewline/contract/schedule-limits'
import { weekdaysOf } from '@crewline/contract/schedule-rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Checkbox, Group, NumberInput, Select, TextInput } from '@mantine/core'
import classes from '../Fields.module.css'

export interface RepeatFieldsProps {
  schedule: RecurringSchedule
  onChange: (schedule: RecurringSchedule) => void
  errors: Record<string, string>
}

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
type End = RecurringSchedule['end']

/** How often the broadcast repeats, and until when. */
export function RepeatFields({ schedule, onChange, errors }: RepeatFieldsProps) {
  const { t, i18n } = useLingui()
  const { frequency, interval, onDay, end, start } = schedule
  const change = (part: Partial<RecurringSchedule>) => onChange({ ...schedule, ...part })
  const endDay = end.type === 'on' ? end.date : `${Number(start.slice(0, 4)) + 1}${start.slice(4, 10)}`
  const ends: Record<End['type'], End> = {
    never: { type: 'never' },
    on: { type: 'on', date: endDay },
    after: { type: 'after', count: end.type === 'after' ? end.count : 10 },
  }
  return (
    <div className={classes.settings}>
      <div className={classes.inline}>
        <NumberInput
          className={classes.number ?? ''}
          label={t`Every`}
          min={1}
          max={SCHEDULE_INTERVAL_MAX}
          clampBehavior="strict"
          allowDecimal={false}
          value={interval}
          onChange={(value) => typeof value === 'number' && value >= 1 && change({ interval: value })}
        />
        <Select
          label={t`Unit`}
          value={frequency}
          onChange={(value) => value && change({ frequency: value })}
          allowDeselect={false}
          data={[
            { value: 'daily', label: t`Day` },
            { value: 'weekly', label: t`Week` },
            { value: 'monthly', label: t`Month` },
            { value: 'yearly', label: t`Year` },
          ]}
        />
        {(frequency === 'monthly' || frequency === 'yearly') && (
          <Select
            label={t`On`}
            value={onDay}
            onChange={(value) => value && change({ onDay: value })}
            allowDeselect={false}
            data={[
              { value: 'day_of_month', label: t`The same day of the month` },
              { value: 'nth_weekday', label: t`The same weekday of the month` },
              { value: 'last_day', label: t`The last day of the month` },
            ]}
          />
        )}
      </div>
      {frequency === 'weekly' && (
        <Checkbox.Group
          label={t`On these days`}
          value={weekdaysOf(schedule).map(String)}
          onChange={(days) =>
            days.length > 0 && change({ weekdays: weekdays.filter((_, day) => days.includes(String(day))) })
          }
        >
          <Group gap="sm" mt="xs">
            {weekdays.map((weekday, day) => (
              <Checkbox
                key={weekday}
                value={String(day)}
                label={formatDay(`2024-01-0${day + 1}`, 'weekday', i18n.locale)}
              />
            ))}
          </Group>
        </Checkbox.Group>
      )}
      <div className={classes.inline}>
        <Select
          label={t`Ends`}
          value={end.type}
          onChange={(type) => type && change({ end: ends[type] })}
          allowDeselect={false}
          data={[
            { value: 'never', label: t`Never` },
            { value: 'on', label: t`On a date` },
            { value: 'after', label: t`After a number of times` },
          ]}
          error={errors['end']}
        />
        {end.type === 'on' && (
          <TextInput
            type="date"
            label={t`Last day`}
            value={end.date}
            onChange={(event) =>
              event.currentTarget.value !== '' && change({ end: { type: 'on', date: event.currentTarget.value } })
            }
            error={errors['end.date']}
          />
        )}
        {end.type === 'after' && (
          <NumberInput
            className={classes.number ?? ''}
            label={t`Times`}
            min={1}
            max={SCHEDULE_OCCURRENCES_MAX}
            clampBehavior="strict"
            allowDecimal={false}
            value={end.count}
            onChange={(count) => typeof count === 'number' && count >= 1 && change({ end: { type: 'after', count } })}
          />
        )}
      </div>
      {errors['skipDates'] && (
        <p className={classes.problem} role="alert">
          {errors['skipDates']}
        </p>
      )}
      {schedule.skipDates.length > 0 && (
        <p className={classes.quiet}>
          <Trans>Skipped dates don't count.</Trans>
        </p>
      )}
    </div>
  )
}
