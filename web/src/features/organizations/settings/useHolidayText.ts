import { formatDays } from '@crewline/contract/formats'
import { useLingui } from '@lingui/react/macro'
import type { PublicHolidayKey } from './public-holidays.ts'

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
      return formatDays(from, to, from === to ? 'weekdayDate' : 'date', i18n.locale)
    },
    nameOf: (key) => names[key],
  }
}
