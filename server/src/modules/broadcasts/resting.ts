// Who of the recipients of a broadcast rests when it leaves: off shift, or in quiet hours.
import { BroadcastOptions, type BroadcastContent } from '@crewline/contract/broadcasts'
import type { BodyOf } from '@crewline/contract/endpoint'
import type { countRecipients } from '@crewline/contract/recipients'
import { instantOf } from '@crewline/contract/schedule-rules'
import { fail } from '../../kernel/failure.ts'
import type { Scope } from '../../kernel/scope.ts'
import { restingOf } from '../messages/index.ts'
import { settingsOf } from '../organizations/index.ts'
import { hoursById } from '../shifts/index.ts'
import { heedsOf, type Resting } from './rest-options.ts'
import type { Chosen } from './views/audience.ts'
import { recipientParts, type RestingPart } from './views/resting.ts'

type Plan = Pick<BodyOf<typeof countRecipients>, 'schedule' | 'options'>

/** A part of the recipients with why they rest. In quiet hours are only those whose text waits for that. */
type JudgedPart = RestingPart & { n: number; isOffShift: boolean; isInQuietHours: boolean }

/** How many recipients rest; those who are off shift wait for it only where the guard holds texts. */
export interface RestingCount {
  offShift: number
  inQuietHours: number
}

/** Counts the recipients who rest, exactly as the texts will wait. */
export async function countResting(
  scope: Scope,
  plan: Plan,
  { chosen, byTimeZone }: { chosen: () => Promise<Chosen>; byTimeZone: { timeZone: string; count: number }[] },
): Promise<RestingCount> {
  const resting = await restingOf(scope, [])
  // Without the guard the zones decide alone, and those are counted already.
  const parts =
    resting.settings.offClockGuard === 'off'
      ? byTimeZone.map(({ timeZone, count }) => ({ timezone: timeZone, shiftIds: [], n: count }))
      : await recipientParts(scope.db, await chosen())
  const judged = await judge(scope, plan, { parts, resting })
  const total = (of: JudgedPart[]) => of.reduce((sum, part) => sum + part.n, 0)
  return {
    offShift: total(judged.filter((part) => part.isOffShift)),
    inQuietHours: total(judged.filter((part) => part.isInQuietHours)),
  }
}

/** Returns the parts of the recipients who rest for this reason. */
export async function restingParts(
  scope: Scope,
  plan: Plan,
  { chosen, reason }: { chosen: Chosen; reason: 'off_shift' | 'quiet_hours' },
): Promise<RestingPart[]> {
  const resting = await restingOf(scope, [])
  const judged = await judge(scope, plan, { parts: await recipientParts(scope.db, chosen), resting })
  return judged
    .filter((part) => (reason === 'off_shift' ? part.isOffShift : part.isInQuietHours))
    .map(({ timezone, shiftIds }) => ({ timezone, shiftIds }))
}

async function judge(
  scope: Scope,
  { schedule, options }: Plan,
  { parts, resting }: { parts: (RestingPart & { n: number })[]; resting: Resting },
): Promise<JudgedPart[]> {
  const hours = resting.settings.offClockGuard === 'off' ? new Map() : await hoursById(scope.db)
  const heeds = heedsOf(options ?? BroadcastOptions.parse({}), resting.settings)
  return parts.map((part) => {
    const zone = part.timezone ?? scope.org.timezone
    const moment = momentIn(schedule, zone, scope.world.now())
    const person = { zone, shifts: part.shiftIds.flatMap((id) => hours.get(id) ?? []) }
    return {
      ...part,
      isOffShift:
        moment !== undefined &&
        resting.withShifts(moment, person, { shifts: true, nights: false })?.reason === 'off_shift',
      isInQuietHours: moment !== undefined && resting.withShifts(moment, person, heeds)?.reason === 'quiet_hours',
    }
  })
}

/** Returns when the text leaves for people in a zone; undefined for a series, whose dates differ. */
function momentIn(schedule: Plan['schedule'], zone: string, now: Date): Date | undefined {
  if (!schedule || schedule.mode === 'now') return now
  if (schedule.mode === 'recurring') return undefined
  const at = instantOf(schedule.at, schedule.inContactZone ? zone : schedule.timeZone)
  return at > now ? at : now
}

/** Fails with `not_permitted` when texts to people off shift are held, and this member may not send them anyway. */
export async function refuseOffShift(scope: Scope, { options }: BroadcastContent): Promise<void> {
  if (options.quietHours !== 'send' || scope.can('messages.off_shift')) return
  if ((await settingsOf(scope.db, scope.orgId)).offClockGuard === 'hold') fail('not_permitted')
}
