import type { Weekday } from '@crewline/contract/organizations'
import { Trans, useLingui } from '@lingui/react/macro'
import { Checkbox, Radio, Stack, Switch } from '@mantine/core'
import { useState } from 'react'
import { isSame } from '../../../shared/ui/form/draft-rules.ts'
import { Setting, SettingsCard } from '../../../shared/ui/settings/SettingsCard.tsx'
import classes from './Texting.module.css'
import { TimeField } from './TimeField.tsx'
import type { TextingForm } from './useTextingForm.ts'
import { weekdayName, weekdays } from './weekdays.ts'

interface Hours {
  start: string
  end: string
}

/** The quiet hours that messages wait for: the usual ones, and weekdays with hours of their own. */
export function QuietHoursCard({ form: { values, change, errors } }: { form: TextingForm }) {
  const { t, i18n } = useLingui()
  const { quietHours: quiet } = values
  const set = (part: Partial<typeof quiet>) => change({ quietHours: { ...quiet, ...part } })
  const { days: own } = quiet
  function setDay(day: Weekday, hours: Hours | undefined): void {
    const { [day]: _before, ...others } = own ?? {}
    set({ days: hours ? { ...others, [day]: hours } : others })
  }
  return (
    <SettingsCard id="quiet-hours" title={t`Quiet hours`} text={t`Based on each contact's time zone.`}>
      <Setting label={t`During quiet hours`}>
        <Radio.Group
          aria-label={t`During quiet hours`}
          value={quiet.mode}
          onChange={(mode) => set({ mode: mode === 'warn' || mode === 'off' ? mode : 'hold' })}
        >
          <Stack gap={8}>
            <Radio value="hold" label={t`Hold until morning`} />
            <Radio value="warn" label={t`Ask me first`} />
            <Radio value="off" label={t`Send anytime`} />
          </Stack>
        </Radio.Group>
      </Setting>
      {quiet.mode !== 'off' && (
        <>
          <Setting label={t`Hours`}>
            <span className={classes.times}>
              <TimeField
                label={t({ message: 'From', context: 'time' })}
                value={quiet.start}
                onChange={(start) => set({ start })}
              />
              <Trans>to</Trans>
              <TimeField
                label={t({ message: 'To', context: 'time' })}
                value={quiet.end}
                onChange={(end) => set({ end })}
                error={errors['settings.quietHours.end']}
              />
            </span>
          </Setting>
          <Setting label={t`Other hours on some days`} help={t`Some states allow texts only later on Sundays.`}>
            <Switch
              aria-label={t`Other hours on some days`}
              checked={own !== undefined}
              onChange={(event) => {
                const { days: _before, ...usual } = quiet
                change({ quietHours: event.currentTarget.checked ? { ...usual, days: {} } : usual })
              }}
            />
          </Setting>
          {own && (
            <div className={classes.days}>
              {weekdays.map((day) => (
                <QuietDay
                  key={day}
                  name={weekdayName(day, i18n.locale)}
                  usual={quiet}
                  hours={own[day]}
                  onChange={(hours) => setDay(day, hours)}
                  error={errors[`settings.quietHours.days.${day}.end`]}
                />
              ))}
            </div>
          )}
        </>
      )}
    </SettingsCard>
  )
}

interface QuietDayProps {
  name: string
  usual: Hours
  /** The hours of this day; undefined when it has the usual ones. */
  hours: Hours | undefined
  onChange: (hours: Hours | undefined) => void
  error: string | undefined
}

/** The hours of a weekday that is quiet as a whole. */
const allDay: Hours = { start: '00:00', end: '00:00' }

/** One weekday: the usual hours, or its own. Over midnight it is quiet before one time and after another. */
function QuietDay({ name, usual, hours, onChange, error }: QuietDayProps) {
  const { t } = useLingui()
  const isAllDay = isSame(hours, allDay)
  // The hours from before "All day" was checked.
  const [before, setBefore] = useState<Hours>({ start: usual.start, end: usual.end })
  return (
    <div className={classes.day}>
      <Switch
        label={name}
        checked={hours !== undefined}
        onChange={(event) => onChange(event.currentTarget.checked ? { start: usual.start, end: usual.end } : undefined)}
      />
      {!hours && (
        <span className={classes.closed}>
          <Trans>Usual hours</Trans>
        </span>
      )}
      {hours && (
        <span className={classes.times}>
          <Checkbox
            label={t`All day`}
            aria-label={t`${name}: all day`}
            checked={isAllDay}
            onChange={(event) => {
              setBefore(isAllDay ? before : hours)
              onChange(event.currentTarget.checked ? allDay : before)
            }}
          />
          {!isAllDay && (
            <QuietTimes
              name={name}
              hours={hours}
              // Two times that are typed never mean all day: the fields would vanish while they are written.
              onChange={(next) => next && !isSame(next, allDay) && onChange(next)}
              error={error}
            />
          )}
        </span>
      )}
    </div>
  )
}

/** The two times of a day. */
function QuietTimes({ name, hours, onChange, error }: Omit<QuietDayProps, 'usual'> & { hours: Hours }) {
  const { t } = useLingui()
  if (hours.start <= hours.end)
    return (
      <>
        <TimeField label={t`${name}, from`} value={hours.start} onChange={(start) => onChange({ ...hours, start })} />
        <Trans>to</Trans>
        <TimeField
          label={t`${name}, to`}
          value={hours.end}
          onChange={(end) => onChange({ ...hours, end })}
          error={error}
        />
      </>
    )
  return (
    <>
      <Trans context="quiet hours">Before</Trans>
      <TimeField
        label={t`${name}, quiet before`}
        value={hours.end}
        onChange={(end) => onChange({ ...hours, end })}
        error={error}
      />
      <Trans context="quiet hours">and after</Trans>
      <TimeField
        label={t`${name}, quiet after`}
        value={hours.start}
        onChange={(start) => onChange({ ...hours, start })}
      />
    </>
  )
}
