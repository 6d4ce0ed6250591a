// Moves texts that wait for a shift or the morning when shifts change, or who works them by themselves or through their groups,
// when the time zone of their contact does, or that of the organization for contacts without one, and when the quiet hours of the
// organization do.
import type { DomainEvent } from '../../kernel/events/define.ts'
import { repeatEvents } from '../../kernel/events/durable.ts'
import { followQueue } from '../../kernel/jobs/queue.ts'
import type { Kernel, Running } from '../../kernel/kernel.ts'
import { makeScope, type Tx } from '../../kernel/scope.ts'
import { ContactChanged } from '../contacts/index.ts'
import { OrganizationChanged, organizationOf } from '../organizations/index.ts'
import { ShiftsChanged } from '../shifts/index.ts'
import { moveLocked } from './move.ts'
import { restingOf } from './rest.ts'
import { heldFor } from './resting.ts'
import { lockWaitingForRest, sendingStatusesOf, waitingForRest, type Concerned, type Later } from './store/later.ts'

/** The name of the cursor in the event log. */
const FOLLOWER = 'message-shifts'
/** Events read in one transaction. */
const STEP = 500
/** How long the follower rests between passes, in ms: changes that arrive meanwhile are handled together. */
const PAUSE_MS = 500
/** Texts moved in one transaction. */
const TEXTS = 500

/** Moves waiting texts as shifts change, for the life of the process. */
export function startFollowingShifts(kernel: Kernel): Running {
  return followQueue(kernel, {
    name: 'shifts',
    wakeUp: 'events',
    pass: () => followShifts(kernel),
    pauseMs: PAUSE_MS,
  })
}

/** What changed for the contacts of waiting texts. */
type Cause = 'shifts' | 'clock'

/**
 * Judges the texts again that wait for a shift or the morning, in organizations whose shifts or quiet hours changed, and to contacts
 * whose time zone may have, by themselves or with their organization. Repeating it changes nothing, so that the texts are moved before
 * the position in the log is. Returns whether there may be more events.
 */
async function followShifts(kernel: Kernel): Promise<boolean> {
  const system = kernel.database.asSystem('texts of every organization follow its shifts')
  const now = kernel.world.now()
  const read = await repeatEvents(system, { follower: FOLLOWER, most: STEP, now }, async (events) => {
    for (const [orgId, ofOrg] of Map.groupBy(events, (event) => event.orgId)) {
      const shifts = ofOrg.filter(({ name }) => name === ShiftsChanged.name)
      if (shifts.length > 0) await moveTexts(kernel, orgId, { whose: withOtherShifts(shifts), cause: 'shifts' })
      const contactIds = inOtherZones(ofOrg)
      if (contactIds.length > 0) await moveTexts(kernel, orgId, { whose: contactIds, cause: 'clock' })
      if (ofOrg.some(changes('settings.quietHours')))
        await moveTexts(kernel, orgId, { whose: 'everyone', cause: 'clock' })
      else if (ofOrg.some(changes('timezone')))
        await moveTexts(kernel, orgId, { whose: 'without_zone', cause: 'clock' })
    }
  })
  return read === STEP
}

/** Returns whether an event says that this of the organization changed. */
function changes(field: string): (event: DomainEvent) => boolean {
  return ({ name, payload }) =>
    name === OrganizationChanged.name && (payload as { fields: string[] }).fields.includes(field)
}

/** Returns the contacts who may work other hours. */
function withOtherShifts(events: DomainEvent[]): Concerned {
  const lists = events.map(({ payload }) => (payload as NonNullable<typeof ShiftsChanged.payload>).contactIds)
  return lists.includes(undefined) ? 'everyone' : [...new Set(lists.flatMap((contactIds) => contactIds ?? []))]
}

/** Returns the contacts whose time zone may have changed. */
function inOtherZones(events: DomainEvent[]): string[] {
  const changes = events
    .filter(({ name }) => name === ContactChanged.name)
    .map(({ payload }) => payload as NonNullable<typeof ContactChanged.payload>)
  return [...new Set(changes.filter(mayChangeZone).flatMap(({ contactIds }) => contactIds))]
}

function mayChangeZone({ fields }: NonNullable<typeof ContactChanged.payload>): boolean {
  return fields === undefined || fields.includes('timezone')
}

async function moveTexts(
  kernel: Kernel,
  orgId: string,
  { whose, cause }: { whose: Concerned; cause: Cause },
): Promise<void> {
  const { organization } = await organizationOf(kernel.database.ofOrg(orgId), orgId)
  const actor = { kind: 'system' as const, reason: 'shifts' }
  const scope = makeScope(kernel, organization, actor, `shifts-${orgId.slice(0, 8)}`)
  const ids = await waitingForRest(scope.db, whose)
  for (let at = 0; at < ids.length; at += TEXTS)
    await scope.tx((tx) => judgeAgain(tx, ids.slice(at, at + TEXTS), cause))
}

/**
 * Gives texts that wait for a shift the time at which their contact works next, or at which they were to be sent if that is
 * no longer a time of rest. Those whose time has come are sent at once. Texts that wait for the morning move with the time
 * zone of their contact and with the quiet hours, and otherwise only to the start of a shift. Without the guard, or where it only warns, texts that
 * wait for a shift keep their time; without quiet hours, those that wait for the morning do.
 */
async function judgeAgain(tx: Tx, ids: string[], cause: Cause): Promise<void> {
  const texts = await lockWaitingForRest(tx, ids)
  if (texts.length === 0) return
  const now = tx.world.now()
  const statuses = await sendingStatusesOf(tx.db, texts)
  const { settings, at } = await restingOf(
    tx,
    texts.map(({ contactId }) => contactId),
  )
  const isHeld = settings.offClockGuard === 'hold'
  const moved = texts.flatMap((text) => {
    const isForMorning = text.reason === 'quiet_hours'
    if (!isHeld && (cause === 'shifts' || !isForMorning)) return []
    if (cause === 'clock' && isForMorning && settings.quietHours.mode === 'off') return []
    const wanted = text.wantedAt && text.wantedAt > now ? text.wantedAt : null
    const timezone = statuses.get(text.contactId)?.timezone ?? null
    const held = heldFor(text.kind, settings)
    // Where the organization only asks about nights, a member decided that this text waits.
    const heeds = cause === 'clock' && isForMorning ? { ...held, nights: true } : held
    const rest = at(wanted ?? now, { id: text.contactId, timezone }, heeds)
    const next = rest
      ? { dueAt: rest.until, reason: rest.reason }
      : wanted
        ? { dueAt: wanted, reason: 'scheduled' as const }
        : { dueAt: now, reason: isForMorning ? ('quiet_hours' as const) : ('off_shift' as const) }
    if (cause === 'shifts' && isForMorning && rest?.reason !== 'off_shift') return []
    return isSame(text, next) ? [] : [{ ...text, ...next }]
  })
  if (moved.length > 0) await moveLocked(tx, moved)
}

function isSame(text: Later, next: { dueAt: Date; reason: Later['reason'] }): boolean {
  return text.reason === next.reason && text.dueAt?.getTime() === next.dueAt.getTime()
}
