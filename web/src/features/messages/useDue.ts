import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import { useSession } from '../../shared/lib/session/select.ts'

const DAY = 24 * 3_600_000

/** Says a moment ahead shortly, as clocks of a zone show it: "8:00 AM", "Mon 8:00 AM", "3 Mar 8:00 AM". */
export function useDue(): (at: Date | string, zone?: string | null) => string {
  const { i18n } = useLingui()
  const home = useSession(({ auth }) => auth.user?.timezone ?? auth.organization?.timezone)
  return useCallback(
    (moment, zone) => {
      const at = new Date(moment)
      const timeZone = zone ?? home
      const inZone = timeZone ? { timeZone } : {}
      const dayOf = (date: Date) => i18n.date(date, { ...inZone, dateStyle: 'short' })
      const time = i18n.date(at, { ...inZone, timeStyle: 'short' })
      const now = new Date()
      if (dayOf(at) === dayOf(now)) return time
      const isNear = Math.abs(at.getTime() - now.getTime()) < 6 * DAY
      const day = i18n.date(at, { ...inZone, ...(isNear ? { weekday: 'short' } : { day: 'numeric', month: 'short' }) })
      return `${day} ${time}`
    },
    [i18n, home],
  )
}
