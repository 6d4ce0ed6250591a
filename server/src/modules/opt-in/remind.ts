import { OPT_IN_REMIND_MS } from '@crewline/contract/opt-in-limits'
import type { Kernel } from '../../kernel/kernel.ts'
import { restingOf } from '../messages/index.ts'
import { isAppOn } from '../organizations/index.ts'
import { remindToReply } from './ask.ts'
import { unreplied, type Unreplied } from './remind-views.ts'
import { scopeOf } from './scope.ts'

/** A reminder that cannot be sent for this long would confuse, in ms. */
const REMINDER_WAITS_MS = 4 * 3_600_000
const MINUTE_MS = 60_000
/** People reminded in one step. */
const STEP = 200

/** Reminds people who did not reply to the question of a form: once, a day later, never while they rest, and then never. */
export async function remindUnreplied(kernel: Kernel): Promise<void> {
  const system = kernel.database.asSystem('people of every organization who did not reply are reminded')
  const now = kernel.world.now()
  const before = new Date(now.getTime() - OPT_IN_REMIND_MS)
  for (let after: string | null = null; ;) {
    const found: Unreplied[] = await unreplied(system, { before, now, after, most: STEP })
    for (const [orgId, ofOrg] of Map.groupBy(found, (person) => person.orgId)) {
      const { scope, organization } = await scopeOf(kernel, orgId)
      if (!(await isAppOn(scope.db, orgId, 'contactoptin', { isPaid: true }))) continue
      const resting = await restingOf(
        scope,
        ofOrg.map((person) => person.contactId),
      )
      const heeds = { shifts: resting.settings.offClockGuard === 'hold', nights: true }
      for (const person of ofOrg) {
        const { contactId: id, timezone } = person
        const until = wakingEnd(now, (moment) => resting.at(moment, { id, timezone }, heeds) !== null)
        if (until <= now) continue
        try {
          await scope.tx((tx) => remindToReply(tx, person, { organization, until }))
        } catch (error) {
          kernel.log.warn(
            { err: error, org: orgId, join: person.id },
            'opt-in: could not remind a person, trying again',
          )
        }
      }
    }
    after = found.at(-1)?.id ?? null
    if (found.length < STEP) return
  }
}

/** Returns until when a reminder of this moment may be sent: for some hours, and to no one at rest. */
export function wakingEnd(now: Date, rests: (moment: Date) => boolean): Date {
  const at = (ms: number) => new Date(now.getTime() + ms)
  const firstRest = (from: number, to: number, step: number): number => {
    for (let ms = from; ms < to; ms += step) if (rests(at(ms))) return ms
    return to
  }
  const rest = firstRest(0, REMINDER_WAITS_MS, 15 * MINUTE_MS)
  return at(firstRest(Math.max(0, rest - 15 * MINUTE_MS), rest, MINUTE_MS))
}
