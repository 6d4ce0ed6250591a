import { dayIn, daysAfter } from '@crewline/contract/calendar'
import { instantOf } from '@crewline/contract/schedule-rules'

/** When the email is sent, on the clock of the member. */
const MORNING = '07:00'
/** An email that could not be sent by then is left out for the day: it is about the morning. */
const MORNING_ENDS = '12:00'
/** Looks at least this often, in ms, because the member may move to another time zone. */
const LOOK_EVERY_MS = 3_600_000

/**
 * Returns whether the email of a member is due, for which day of their calendar, and when to look again. `isOver` when
 * the morning passed without it, which completes the day too.
 */
export function digestTurn(
  { zone, lastDay }: { zone: string; lastDay: string | null },
  now: Date,
): { day: string; isDue: boolean; isOver: boolean; lookAt: Date } {
  const day = dayIn(zone, now)
  const isDone = lastDay !== null && lastDay >= day
  const hasBegun = now >= instantOf(`${day}T${MORNING}`, zone)
  const isOver = !isDone && now >= instantOf(`${day}T${MORNING_ENDS}`, zone)
  const isDue = !isDone && hasBegun && !isOver
  const next = isDone ? daysAfter(lastDay, 1) : hasBegun ? daysAfter(day, 1) : day
  const lookAt = Math.min(instantOf(`${next}T${MORNING}`, zone).getTime(), now.getTime() + LOOK_EVERY_MS)
  return { day, isDue, isOver, lookAt: new Date(lookAt) }
}
