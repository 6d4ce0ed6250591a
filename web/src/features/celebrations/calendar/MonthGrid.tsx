import type { Celebration } from '@crewline/contract/celebrations'
import { firstWeekday, formatDay } from '@crewline/contract/formats'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { VisuallyHidden } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useState, type KeyboardEvent } from 'react'
import { IconButton } from '../../../shared/ui/IconButton.tsx'
import type { CelebrationDay } from '../api.ts'
import { DayPeople } from '../People.tsx'
import classes from './Calendar.module.css'
import { dayForKey, dayWithin, monthOf, monthsBetween, weekFrom, weeksOf } from './calendar-rules.ts'
import { useDayNames } from './useDayNames.ts'

export interface MonthGridProps {
  celebration: Celebration
  days: CelebrationDay[]
  /** The first and the last day that can be chosen, and today on the clock of the organization. */
  range: { first: string; last: string; today: string }
}

function Cell({ day, found, names }: { day: string; found: CelebrationDay | undefined; names: string[] }) {
  const more = (found?.total ?? 0) - names.length
  return (
    <>
      <span className={classes.number} aria-hidden>
        {Number(day.slice(8))}
      </span>
      {found && (
        <span className={classes.names}>
          {found.people.map((person, nth) => (
            <bdi
              key={`${person.contactId} ${person.year}`}
              className={classes.name}
              data-muted={person.isSkipped || person.obstacle !== null || undefined}
              translate="no"
            >
              {names[nth]}
            </bdi>
          ))}
          {more > 0 && (
            <span className={classes.more}>
              <Trans>{more} more</Trans>
            </span>
          )}
        </span>
      )}
    </>
  )
}

const takeFocus = (button: HTMLButtonElement | null) => button?.focus()

/** A month at a time: arrow keys move between days, Enter shows the people of a day below. */
export function MonthGrid({ celebration, days, range }: MonthGridProps) {
  const { t, i18n } = useLingui()
  const { namesOf, labelOf } = useDayNames()
  const firstDay = firstWeekday(i18n.locale)
  const [lastChosen, setChosen] = useState(days[0]?.day ?? range.today)
  const [lastFocused, setFocused] = useState(lastChosen)
  // The days go on while the page is open.
  const [chosen, focused] = [dayWithin(lastChosen, range), dayWithin(lastFocused, range)]
  const [isMoving, setMoving] = useState(false)
  const months = monthsBetween(range.first, range.last)
  const month = monthOf(focused)
  const at = months.indexOf(month)
  const byDay = new Map(days.map((one) => [one.day, one]))
  const isInRange = (day: string | null) => day !== null && day >= range.first && day <= range.last
  const weeks = weeksOf(month, firstDay).filter((week) => week.some(isInRange))
  const title = formatDay(`${month}-01`, 'month', i18n.locale)

  function press(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const to = dayForKey(event.key, focused, { ...range, firstDay })
    if (to === undefined) return
    event.preventDefault()
    setMoving(true)
    setFocused(to)
  }
  function turnTo(step: number): void {
    const next = months[at + step]
    if (next === undefined) return
    setMoving(false)
    const start = `${next}-01`
    const withPeople = days.find(({ day }) => monthOf(day) === next)?.day
    setFocused(withPeople ?? (start < range.first ? range.first : start))
  }

  return (
    <section aria-label={t`Calendar`}>
      <div className={classes.head}>
        <IconButton aria-label={t`Previous month`} aria-disabled={at <= 0} onClick={() => turnTo(-1)}>
          <IconChevronLeft size={18} stroke={1.75} aria-hidden />
        </IconButton>
        <h2 className={classes.month} aria-live="polite">
          {title}
        </h2>
        <IconButton aria-label={t`Next month`} aria-disabled={at >= months.length - 1} onClick={() => turnTo(1)}>
          <IconChevronRight size={18} stroke={1.75} aria-hidden />
        </IconButton>
      </div>
      <div role="grid" aria-label={title} className={classes.grid}>
        <div role="row" className={classes.week}>
          {weekFrom(firstDay).map((day) => (
            <span
              key={day}
              role="columnheader"
              aria-label={formatDay(day, 'longWeekday', i18n.locale)}
              className={classes.weekday}
            >
              {formatDay(day, 'weekday', i18n.locale)}
            </span>
          ))}
        </div>
        {weeks.map((week) => (
          <div key={week.find((day) => day !== null)} role="row" className={classes.week}>
            {week.map((day, weekday) => {
              if (day === null || !isInRange(day))
                return (
                  <div key={day ?? weekday} role="gridcell" className={classes.outside}>
                    {day && <span className={classes.number}>{Number(day.slice(8))}</span>}
                  </div>
                )
              const found = byDay.get(day)
              return (
                <div key={day} role="gridcell" aria-selected={day === chosen} className={classes.cell}>
                  <button
                    ref={isMoving && day === focused ? takeFocus : undefined}
                    type="button"
                    className={`mantine-focus-auto ${classes.day}`}
                    tabIndex={day === focused ? 0 : -1}
                    data-today={day === range.today || undefined}
                    data-chosen={day === chosen || undefined}
                    aria-current={day === range.today ? 'date' : undefined}
                    onKeyDown={press}
                    onClick={() => {
                      setFocused(day)
                      setChosen(day)
                    }}
                  >
                    <VisuallyHidden>{labelOf(day, found)}</VisuallyHidden>
                    <Cell day={day} found={found} names={namesOf(found)} />
                  </button>
                </div>
              )
            })}
          </div>
        ))}
      </div>
      <section aria-labelledby="chosen-day">
        <h3 id="chosen-day" className={classes.chosen} aria-live="polite">
          {formatDay(chosen, 'longWeekdayDay', i18n.locale)}
          {' · '}
          <Plural value={byDay.get(chosen)?.total ?? 0} one="# person" other="# people" />
        </h3>
        <DayPeople
          key={chosen}
          celebration={celebration}
          day={chosen}
          label={formatDay(chosen, 'longWeekdayDay', i18n.locale)}
        />
      </section>
    </section>
  )
}
