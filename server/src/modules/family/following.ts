import { consumeEvents } from '../../kernel/events/durable.ts'
import { followQueue } from '../../kernel/jobs/queue.ts'
import type { Kernel, Running } from '../../kernel/kernel.ts'
import { FieldChanged } from '../fields/index.ts'
import { GroupEdited } from '../groups/index.ts'
import { HOLIDAYS, HOURS, OrganizationChanged } from '../organizations/index.ts'
import { TeamChanged } from '../team/index.ts'
import { followGrants } from './end-grant.ts'
import { propagateShares } from './hand-down.ts'
import { parentsOf, parentsWithShares } from './views.ts'

/** The name of this reader's position in the event log. */
const FOLLOWER = 'family'
/** Events read per batch. */
const STEP = 500
/** Delay before changes are processed, in ms, so that several are batched. */
const PAUSE_MS = 250
const CONCERNS = new Set([FieldChanged.name, GroupEdited.name])
const CALENDAR = new Set([HOURS, HOLIDAYS])

/** Propagates changes of groups, fields, hours, holidays and teams to children as they happen, for the life of the process. */
export function startFollowing(kernel: Kernel): Running {
  return followQueue(kernel, { name: 'family', wakeUp: 'events', pass: () => followFamily(kernel), pauseMs: PAUSE_MS })
}

/** Processes the changes since the last run. Returns whether there may be more. */
export async function followFamily(kernel: Kernel): Promise<boolean> {
  const system = kernel.database.asSystem('changed groups, fields and teams of parents are followed in their children')
  const read = await consumeEvents(
    system,
    { follower: FOLLOWER, most: STEP, now: kernel.world.now() },
    async (db, events) => {
      const changed = new Set(events.filter(isConcerning).map((event) => event.orgId))
      const teams = new Set(events.filter((event) => event.name === TeamChanged.name).map((event) => event.orgId))
      for (const orgId of teams) await followGrants(kernel, orgId)
      if (changed.size === 0) return
      // Reads the current state of shared items, so that a repeat after a crash is harmless.
      // A child's own holidays stand in for those of its parent on the same days, which come back without them.
      const ofChildren = events.filter(isOfHolidays).map((event) => event.orgId)
      for (const parentId of await parentsOf(db, ofChildren)) changed.add(parentId)
      for (const parentId of await parentsWithShares(db))
        if (changed.has(parentId)) await propagateShares(kernel, parentId)
    },
  )
  return read === STEP
}

interface ReadEvent {
  name: string
  payload: unknown
}

/** Whether an event changes something that a parent may share. */
function isConcerning(event: ReadEvent): boolean {
  return CONCERNS.has(event.name) || fieldsOf(event).some((field) => CALENDAR.has(field))
}

function isOfHolidays(event: ReadEvent): boolean {
  return fieldsOf(event).includes(HOLIDAYS)
}

function fieldsOf({ name, payload }: ReadEvent): string[] {
  return name === OrganizationChanged.name ? (payload as { fields: string[] }).fields : []
}
