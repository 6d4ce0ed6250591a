import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import { useSession } from '../../lib/session/select.ts'

const DAY = 24 * 3_600_000

/**
 * Returns the time zone of the reader: the chosen one, otherwise that of this device, as for every other time on the
 * screen.
 */
export function useMyZone(): string {
  return useSession(({ auth }) => auth.user?.timezone) ?? new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** Returns a formatter for a future time in a zone: "8:00 AM", "Mon 8:00 AM", "3 Mar 8:00 AM", "3 Mar 2028 8:00 AM". */
export function useDue(): (at: Date | string, zone?: string | null) => string {
  const { i18n } = useLingui()
  const home = useMyZone()
  return useCallback(
    (moment, zone) => {
      const at = new Date(moment)
      const inZone = { timeZone: zone ?? home }
      const dayOf = (date: Date) => i18n.date(date, { ...inZone, dateStyle: 'short' })
      const time = i18n.date(at, { ...inZone, timeStyle: 'short' })
      const now = new Date()
      if (dayOf(at) === dayOf(now)) return time
      const isWithinWeek = Math.abs(at.getTime() - now.getTime()) < 6 * DAY
      const yearOf = (date: Date) => i18n.date(date, { ...inZone, year: 'numeric' })
      const year = yearOf(at) === yearOf(now) ? {} : { year: 'numeric' as const }
      const day = i18n.date(at, {
        ...inZone,
        ...(isWithinWeek ? { weekday: 'short' } : { day: 'numeric', month: 'short', ...year }),
      })
      return `${day} ${time}`
    },
    [i18n, home],
  )
}
