import { useLingui } from '@lingui/react/macro'
import type { Range } from './dashboard-rules.ts'

/**
 * Returns a function that formats days in the user's language: "Mon, Nov 16", or both ends of a week; `short` leaves
 * the weekday out.
 */
export function useDayNames(): (days: Range, form?: 'long' | 'short') => string {
  const { i18n } = useLingui()
  return ({ start, end }, form = 'long') => {
    const format = new Intl.DateTimeFormat(i18n.locale, {
      day: 'numeric',
      month: 'short',
      timeZone: 'UTC',
      ...(form === 'long' && start === end && { weekday: 'short' }),
    })
    const [from, to] = [new Date(`${start}T00:00:00Z`), new Date(`${end}T00:00:00Z`)]
    return start === end ? format.format(from) : format.formatRange(from, to)
  }
}
