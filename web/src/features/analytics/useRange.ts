import { dayIn } from '@crewline/contract/calendar'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useSession } from '../../shared/lib/session/select.ts'
import { presetOf, rangeOf, type Preset, type Range } from './dashboard-rules.ts'

const isDay = (text: string | null): text is string => text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text)

/** Returns the days of the dashboard: those in the URL, else the last 30. */
export function useRange(): {
  /** The request parameters; without dates the server returns the last 30 days. */
  dateQuery: { startDate?: string; endDate?: string }
  range: Range
  preset: Preset | undefined
  /** The day of the organization. */
  today: string
  choose: (preset: Preset) => void
} {
  const [params, setParams] = useSearchParams()
  const timeZone = useSession(({ auth }) => auth.organization?.timezone ?? 'UTC')
  const [today] = useState(() => dayIn(timeZone, new Date()))
  const [startDate, endDate] = [params.get('startDate'), params.get('endDate')]
  const hasDates = isDay(startDate) && isDay(endDate)
  const range = hasDates ? { start: startDate, end: endDate } : rangeOf('30', today)
  return {
    dateQuery: hasDates ? { startDate, endDate } : {},
    range,
    today,
    preset: presetOf(range, today),
    choose(preset) {
      const { start, end } = rangeOf(preset, today)
      setParams(preset === '30' ? {} : { startDate: start, endDate: end }, { replace: true })
    },
  }
}
