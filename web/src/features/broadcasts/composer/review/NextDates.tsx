import { formatDate, formatDay } from '@crewline/contract/formats'
import { occurrencesAfter } from '@crewline/contract/schedule-rules'
import { describeSchedule } from '@crewline/contract/schedule-words'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useMinute } from '../../../messages/index.ts'
import classes from './Review.module.css'
import { withSkipped, type PlannedSchedule } from './schedule-drafts.ts'

export interface NextDatesProps {
  schedule: PlannedSchedule
  onChange: (schedule: PlannedSchedule) => void
}

const shownDates = 5

/** The schedule in words and its next dates; a date of a series can be skipped. */
export function NextDates({ schedule, onChange }: NextDatesProps) {
  const { t, i18n } = useLingui()
  const now = useMinute()
  const words = describeSchedule(schedule, { language: i18n.locale, write: (text) => i18n._(text as never) })
  const dates = occurrencesAfter(schedule, now, shownDates)
  const skipped = schedule.mode === 'recurring' ? schedule.skipDates : []
  const write = (local: string) => formatDate(`${local}Z`, 'full', i18n.locale, 'UTC')
  return (
    <div className={classes.next5}>
      <p role="status">
        <strong>{words}</strong>
      </p>
      {schedule.mode === 'recurring' && dates.length > 0 && (
        <ol aria-label={t`Next dates`}>
          {dates.map(({ local }) => {
            const date = write(local)
            return (
              <li key={local}>
                {date}
                <Button
                  size="compact-xs"
                  variant="subtle"
                  color="gray"
                  aria-label={t`Skip ${date}`}
                  onClick={() => onChange(withSkipped(schedule, local.slice(0, 10), true))}
                >
                  <Trans>Skip</Trans>
                </Button>
              </li>
            )
          })}
        </ol>
      )}
      {schedule.mode === 'recurring' && skipped.length > 0 && (
        <ul aria-label={t`Skipped dates`} className={classes.skipped}>
          {skipped.map((date) => (
            <li key={date}>
              <s>{formatDay(date, 'weekdayDate', i18n.locale)}</s>
              <Button
                size="compact-xs"
                variant="subtle"
                color="gray"
                onClick={() => onChange(withSkipped(schedule, date, false))}
              >
                <Trans>Put back</Trans>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
