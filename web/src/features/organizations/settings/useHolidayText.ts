import { useLingui } from '@lingui/react/macro'
import type { PublicHolidayKey } from './public-holidays.ts'

const dayMs = (day: string) => Date.parse(`${day}T00:00:00Z`)

/**
 * Returns formatters for days, "Fri, Dec 25, 2026" or "Dec 24, 2026 – Jan 2, 2027", and for the names of public
 * holidays.
 */
export function useHolidayText(): {
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
      const formatter = new Intl.DateTimeFormat(i18n.locale, {
        timeZone: 'UTC',
        day: 'numeric',
        month: 'short',
        year: 'numeric',
        ...(from === to && { weekday: 'short' }),
      })
      return formatter.formatRange(dayMs(from), dayMs(to))
    },
    nameOf: (key) => names[key],
  }
}

/** Returns the current day in a time zone, as 2026-12-25. */
export function todayIn(zone: string): string {
  // This locale formats days as the contract does.
  return new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date())
}
