import { formatDate } from '@crewline/contract/formats'
import type { ShiftHours } from '@crewline/contract/shifts'
import { useLingui } from '@lingui/react/macro'
import { weekdayName, weekdays } from './weekdays.ts'

/** Returns a function that describes the hours of a shift: runs of days with equal hours, such as Monday–Friday. */
export function useShiftText(): (hours: ShiftHours) => string {
  const { t, i18n } = useLingui()
  const clock = (time: string) => formatDate(Date.parse(`2024-01-01T${time}:00Z`), 'time', i18n.locale, 'UTC')
  return (hours) => {
    const runs: { first: number; last: number; from: string; to: string }[] = []
    for (const [at, day] of weekdays.entries()) {
      const span = hours[day]
      if (!span) continue
      const run = runs.at(-1)
      if (run && run.last === at - 1 && run.from === span.from && run.to === span.to) run.last = at
      else runs.push({ first: at, last: at, ...span })
    }
    const nameOf = (at: number) => weekdayName(weekdays[at] ?? 'mon', i18n.locale)
    return runs
      .map(({ first, last, from, to }) => {
        const days = first === last ? nameOf(first) : `${nameOf(first)} – ${nameOf(last)}`
        const [start, end] = [clock(from), clock(to)]
        return t`${days}, ${start} to ${end}`
      })
      .join(' · ')
  }
}
