/** A time to snooze until, in the zone of the reader. */
export interface SnoozeTime {
  key: 'later' | 'tomorrow' | 'monday'
  at: Date
}

const laterHours = 3
const lastHour = 20
const morning = 8

function morningIn(days: number, now: Date): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, morning)
}

/**
 * Returns the offered times: later today if it is still today, tomorrow at 8:00, and Monday at 8:00 unless that is
 * tomorrow.
 */
export function snoozeTimes(now: Date): SnoozeTime[] {
  const later = new Date(now.getFullYear(), now.getMonth(), now.getDate(), now.getHours() + laterHours)
  const toMonday = (8 - now.getDay()) % 7 || 7
  return [
    ...(now.getHours() + laterHours <= lastHour ? [{ key: 'later' as const, at: later }] : []),
    { key: 'tomorrow', at: morningIn(1, now) },
    ...(toMonday > 1 ? [{ key: 'monday' as const, at: morningIn(toMonday, now) }] : []),
  ]
}
