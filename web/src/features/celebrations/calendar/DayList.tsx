import type { Celebration } from '@crewline/contract/celebrations'
import { formatDay } from '@crewline/contract/formats'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { CelebrationDay } from '../api.ts'
import { DayPeople } from '../People.tsx'
import classes from './Calendar.module.css'
import { useDayNames } from './useDayNames.ts'

/** The days of the calendar on phones: each opens to its people. */
export function DayList({ celebration, days }: { celebration: Celebration; days: CelebrationDay[] }) {
  const { t, i18n } = useLingui()
  const { namesOf } = useDayNames()
  const [opened, setOpened] = useState<string>()
  return (
    <ul className={classes.days} aria-label={t`Calendar`}>
      {days.map((one) => {
        const { day, total } = one
        const names = namesOf(one)
        const more = total - names.length
        const isOpen = day === opened
        return (
          <li key={day}>
            <button
              type="button"
              className={`mantine-focus-auto ${classes.row}`}
              aria-expanded={isOpen}
              onClick={() => setOpened(isOpen ? undefined : day)}
            >
              <span className={classes.rowDay}>
                {formatDay(day, 'weekdayDay', i18n.locale)}
                <span className={classes.count}>
                  <Plural value={total} one="# person" other="# people" />
                </span>
              </span>
              <span className={classes.rowNames}>
                <bdi translate="no">{names.join(', ')}</bdi>
                {more > 0 && (
                  <>
                    {' '}
                    <Trans>and {more} more</Trans>
                  </>
                )}
              </span>
            </button>
            {isOpen && (
              <DayPeople celebration={celebration} day={day} label={formatDay(day, 'longWeekdayDay', i18n.locale)} />
            )}
          </li>
        )
      })}
    </ul>
  )
}
