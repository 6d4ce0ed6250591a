import { dayIn, deviceZone } from '@crewline/contract/calendar'
import { formatDate } from '@crewline/contract/formats'
import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import { useSession } from '../../lib/session/select.ts'

const DAY = 24 * 3_600_000

/**
 * Returns the time zone of the reader: the chosen one, otherwise that of this device, as for every other time on the
 * screen.
 */
export function useMyZone(): string {
  return useSession(({ auth }) => auth.user?.timezone) ?? deviceZone()
}

/** Returns a formatter for a future time in a zone: "8:00 AM", "Mon 8:00 AM", "Mar 3, 8:00 AM", "Mar 3, 2028, 8:00 AM". */
export function useDue(): (at: Date | string, zone?: string | null) => string {
  const { i18n } = useLingui()
  const home = useMyZone()
  return useCallback(
    (moment, zone) => {
      const at = new Date(moment)
      const now = new Date()
      const timeZone = zone ?? home
      const [day, today] = [dayIn(timeZone, at), dayIn(timeZone, now)]
      const isWithinWeek = Math.abs(at.getTime() - now.getTime()) < 6 * DAY
      const isThisYear = day.slice(0, 4) === today.slice(0, 4)
      const shape = day === today ? 'time' : isWithinWeek ? 'weekdayTime' : isThisYear ? 'dayTime' : 'dateTime'
      return formatDate(at, shape, i18n.locale, timeZone)
    },
    [i18n, home],
  )
}
