/** Formats a date or a birthday; returns other text unchanged. */
export function formatCalendarDate(value: string, locale: string): string {
  const [, year, month, day] = /^(?:(\d{4})-)?(\d\d)-(\d\d)$/.exec(value) ?? []
  if (!month || !day) return value
  const date = new Date(Date.UTC(Number(year ?? 2000), Number(month) - 1, Number(day)))
  return new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'short',
    ...(year && { year: 'numeric' }),
  }).format(date)
}
