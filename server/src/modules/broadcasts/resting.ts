// Who of the recipients of a broadcast rests when it leaves: off shift, or in quiet hours.
import { BroadcastOptions, type BroadcastContent } from '@crewline/contract/broadcasts'
import type { BodyOf } from '@crewline/contract/endpoint'
import type { countRecipients } from '@crewline/contract/recipients'
import { instantOf, occurrencesAfter } from '@crewline/contract/schedule-rules'
import { fail } from '../../kernel/failure.ts'
import type { Scope } from '../../kernel/scope.ts'
import { restingOf } from '../messages/index.ts'
import { settingsOf } from '../organizations/index.ts'
import { hoursById } from '../shifts/index.ts'
import { heedsOf, saysReplyCanWait, type Resting } from './rest-options.ts'
import type { Chosen } from './views/audience.ts'
import { recipientParts, type CountedPart, type RestingPart } from './views/resting.ts'

type Heeds = ReturnType<typeof heedsOf>
type Plan = Pick<BodyOf<typeof countRecipients>, 'schedule' | 'options'>

/** Why people rest. In quiet hours are only those whose text waits for that. */
interface Verdict {
  isOffShift: boolean
  isInQuietHours: boolean
  /** Whether the text leaves while they are off shift, so that it may say that no reply is needed before. */
  leavesOffShift: boolean
}

type JudgedPart = CountedPart & Verdict

/** How many recipients rest; those who are off shift wait for it only where the guard holds texts. */
export interface RestingCount {
  offShift: number
  inQuietHours: number
  /** How many get the sentence that no reply is needed before their shift, by language; others are missing. */
  noted: ReadonlyMap<string, number>
}

/** Counts the recipients who rest, exactly as the texts will wait. */
export async function countResting(
  scope: Scope,
  plan: Plan & { kind: BroadcastContent['kind'] },
  { chosen, byTimeZone }: { chosen: () => Promise<Chosen>; byTimeZone: { timeZone: string; count: number }[] },
): Promise<RestingCount> {
  const resting = await restingOf(scope, [])
  // Without the guard the zones decide alone, and those are counted already.
  const parts =
    resting.settings.offClockGuard === 'off'
      ? byTimeZone.map(({ timeZone, count }) => ({ timezone: timeZone, shiftIds: [], language: '', n: count }))
      : await recipientParts(scope, await chosen())
  const judged = await judge(scope, plan, { parts, resting })
  const total = (of: JudgedPart[]) => of.reduce((sum, part) => sum + part.n, 0)
  const noted = saysReplyCanWait(withOptions(plan)) ? judged.filter((part) => part.leavesOffShift) : []
  return {
    offShift: total(judged.filter((part) => part.isOffShift)),
    inQuietHours: total(judged.filter((part) => part.isInQuietHours)),
    noted: new Map([...Map.groupBy(noted, (part) => part.language)].map(([language, of]) => [language, total(of)])),
  }
}

/** Returns which of these people get the sentence that no reply is needed before their shift, as it will be sent. */
export async function notedAmong(
  scope: Scope,
  plan: Plan & { kind: BroadcastContent['kind'] },
  people: { id: string; timezone: string | null }[],
): Promise<ReadonlySet<string>> {
  const { kind, options } = withOptions(plan)
  if (!saysReplyCanWait({ kind, options })) return new Set()
  const ids = people.map(({ id }) => id)
  const resting = await restingOf(scope, ids)
  const heeds = heedsOf(options, resting.settings)
  const noted = people.filter((person) => {
    const moment = nextMoment(plan.schedule, person.timezone ?? scope.org.timezone, scope.world.now())
    return leavesOffShift(moment, heeds, (at, heeded) => resting.at(at, person, heeded))
  })
  return new Set(noted.map(({ id }) => id))
}

function withOptions<T extends Plan>(plan: T): T & { options: BroadcastOptions } {
  return { ...plan, options: plan.options ?? BroadcastOptions.parse({}) }
}

/** Whether a text that is due at this moment leaves while its person is off shift, after what it waits for. */
function leavesOffShift(
  moment: Date,
  heeds: Heeds,
  restAt: (moment: Date, heeds: Heeds) => { reason: string; until: Date } | null,
): boolean {
  return restAt(restAt(moment, heeds)?.until ?? moment, { shifts: true, nights: false })?.reason === 'off_shift'
}

/** Returns the parts of the recipients who rest for this reason. */
export async function restingParts(
  scope: Scope,
  plan: Plan,
  { chosen, reason }: { chosen: Chosen; reason: 'off_shift' | 'quiet_hours' },
): Promise<RestingPart[]> {
  const resting = await restingOf(scope, [])
  const judged = await judge(scope, plan, { parts: await recipientParts(scope, chosen), resting })
  return judged
    .filter((part) => (reason === 'off_shift' ? part.isOffShift : part.isInQuietHours))
    .map(({ timezone, shiftIds }) => ({ timezone, shiftIds }))
}

async function judge(
  scope: Scope,
  plan: Plan,
  { parts, resting }: { parts: CountedPart[]; resting: Resting },
): Promise<JudgedPart[]> {
  const hours = resting.settings.offClockGuard === 'off' ? new Map() : await hoursById(scope.db)
  const { schedule, options } = withOptions(plan)
  const heeds = heedsOf(options, resting.settings)
  const now = scope.world.now()
  const verdict = ({ timezone, shiftIds }: CountedPart): Verdict => {
    const zone = timezone ?? scope.org.timezone
    const moment = momentIn(schedule, zone, now)
    const person = { zone, shifts: shiftIds.flatMap((id) => hours.get(id) ?? []) }
    const restAt = (at: Date, heeded: Heeds) => resting.withShifts(at, person, heeded)
    return {
      leavesOffShift: leavesOffShift(nextMoment(schedule, zone, now), heeds, restAt),
      isOffShift: moment !== undefined && restAt(moment, { shifts: true, nights: false })?.reason === 'off_shift',
      isInQuietHours: moment !== undefined && restAt(moment, heeds)?.reason === 'quiet_hours',
    }
  }
  // Each language has parts with the same zone and shifts, and the time zones make this slow.
  const verdicts = new Map<string, Verdict>()
  return parts.map((part) => {
    const key = `${part.timezone ?? ''} ${part.shiftIds.join(' ')}`
    const found = verdicts.get(key) ?? verdict(part)
    verdicts.set(key, found)
    return { ...part, ...found }
  })
}

/** Returns when the text leaves for people in a zone; undefined for a series, whose dates differ. */
function momentIn(schedule: Plan['schedule'], zone: string, now: Date): Date | undefined {
  if (!schedule || schedule.mode === 'now') return now
  if (schedule.mode === 'recurring') return undefined
  const at = instantOf(schedule.at, schedule.inContactZone ? zone : schedule.timeZone)
  return at > now ? at : now
}

/** Returns when the text leaves for people in a zone; of a series, the next date decides. */
function nextMoment(schedule: Plan['schedule'], zone: string, now: Date): Date {
  if (schedule?.mode !== 'recurring') return momentIn(schedule, zone, now) ?? now
  return occurrencesAfter(schedule, now, 1, schedule.inContactZone ? { zone } : {})[0]?.at ?? now
}

/** Fails with `not_permitted` when texts to people off shift are held, and this member may not send them anyway. */
export async function refuseOffShift(scope: Scope, { options }: BroadcastContent): Promise<void> {
  if (options.quietHours !== 'send' || scope.can('messages.off_shift')) return
  if ((await settingsOf(scope.db, scope.orgId)).offClockGuard === 'hold') fail('not_permitted')
}
