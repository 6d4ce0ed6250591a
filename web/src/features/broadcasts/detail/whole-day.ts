/** What happened in one hour of a run. */
interface RunHour {
  at: string
  sent: number
  delivered: number
  replied: number
  answered: number
}

const hourMs = 3_600_000
const hoursInDay = 24

/** Fills the first day of a run: hours in which nothing happened, or that are still to come, are 0. */
export function wholeDay(hours: readonly RunHour[]): RunHour[] {
  const [first] = hours
  if (!first) return []
  const startMs = Date.parse(first.at)
  const byPlace = new Map(hours.map((hour) => [Math.round((Date.parse(hour.at) - startMs) / hourMs), hour]))
  return Array.from(
    { length: hoursInDay },
    (_, place) =>
      byPlace.get(place) ?? {
        at: new Date(startMs + place * hourMs).toISOString(),
        sent: 0,
        delivered: 0,
        replied: 0,
        answered: 0,
      },
  )
}
