import { useLingui } from '@lingui/react/macro'
import type { PublicHolidayKey } from './public-holidays.ts'

const dayMs = (day: string) => Date.parse(`${day}T00:00:00Z`)

/** Says days in words, "Fri, Dec 25, 2026" or "Dec 24, 2026 – Jan 2, 2027", and what public holidays are called. */
export function useHolidayWords(): {
  daysOf: (days: { from: string; to: string }) => string
  nameOf: (key: PublicHolidayKey) => string
} {
  const { t, i18n } = useLingui()
  const names: Record<PublicHolidayKey, string> = {
    newYear: t`New Year's Day`,
    martinLutherKing: t`Martin Luther King Jr. Day`,
    washington: t`Presidents' Day`,
    memorial: t`Memorial Day`,
    juneteenth: t`Juneteenth`,
    independenceUs: t`Independence Day`,
    labor: t`Labor Day`,
    columbus: t`Columbus Day`,
    veterans: t`Veterans Day`,
    thanksgiving: t`Thanksgiving`,
    christmas: t`Christmas Day`,
    constitutionMx: t`Constitution Day`,
    juarez: t`Benito Juárez's birthday`,
    workers: t`Workers' Day`,
    independenceMx: t`Mexican Independence Day`,
    revolution: t`Revolution Day`,
  }
  return {
    daysOf({ from, to }) {
      const words = new Intl.DateTimeFormat(i18n.locale, {
        timeZone: 'UTC',
        day: 'numeric',
        month: 'short',
        year: 'numeric',
        ...(from === to && { weekday: 'short' }),
      })
      return words.formatRange(dayMs(from), dayMs(to))
    },
    nameOf: (key) => names[key],
  }
}

/** The day it is in a time zone, such as 2026-12-25. */
export function todayIn(zone: string): string {
  // The one locale that writes days like the contract.
  return new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date())
}
