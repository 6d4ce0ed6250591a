import { formatDate } from '@crewline/contract/formats'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useMemo, useState } from 'react'

/** Calendar days in the zone of the reader. */
export interface Days {
  /** The day of an instant as 2026-01-31. */
  dayOf: (at: string) => string
  /** The day of an instant as text: "Today", "Monday, March 3". */
  nameOf: (at: string) => string
}

const dayMs = 86_400_000

function dayOf(at: string | number): string {
  const moment = new Date(at)
  // Called several times for each message of a thread; formatting with `Intl` costs far more.
  const two = (part: number) => String(part).padStart(2, '0')
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
}

/** Returns functions for day names, which also update after midnight. */
export function useDays(): Days {
  const { t, i18n } = useLingui()
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const midnight = new Date(now).setHours(24, 0, 0, 0)
    const timer = setTimeout(() => setNow(Date.now()), midnight - now + 1000)
    return () => clearTimeout(timer)
  }, [now])
  return useMemo(() => {
    const [today, yesterday] = [dayOf(now), dayOf(now - dayMs)]
    const nameOf = (at: string) => {
      const day = dayOf(at)
      if (day === today) return t`Today`
      if (day === yesterday) return t`Yesterday`
      const isThisYear = day.slice(0, 4) === today.slice(0, 4)
      return formatDate(at, isThisYear ? 'longWeekdayDay' : 'longWeekdayDate', i18n.locale)
    }
    return { dayOf, nameOf }
  }, [t, i18n, now])
}
