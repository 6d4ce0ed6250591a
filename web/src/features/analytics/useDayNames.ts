import { formatDays } from '@crewline/contract/formats'
import { useLingui } from '@lingui/react/macro'
import type { Range } from './dashboard-rules.ts'

/**
 * Returns a function that formats days in the user's language: "Mon, Nov 16", or both ends of a week; `short` leaves
 * the weekday out.
 */
export function useDayNames(): (days: Range, form?: 'long' | 'short') => string {
  const { i18n } = useLingui()
  return ({ start, end }, form = 'long') => {
    const shape = form === 'long' && start === end ? 'weekdayDay' : 'day'
    return formatDays(start, end, shape, i18n.locale)
  }
}
