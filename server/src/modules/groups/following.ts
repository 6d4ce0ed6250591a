import type { Db } from '../../kernel/db/pool.ts'
import type { DomainEvent } from '../../kernel/events/define.ts'
import { consumeEvents } from '../../kernel/events/durable.ts'
import { followQueue } from '../../kernel/jobs/queue.ts'
import type { Kernel, Running } from '../../kernel/kernel.ts'
import type { OrgSummary } from '../../kernel/scope.ts'
import { ConsentChanged } from '../consent/index.ts'
import { ContactChanged } from '../contacts/index.ts'
import { OrganizationChanged, organizationOf } from '../organizations/index.ts'
import { inOrder } from './filter-rules/circles.ts'
import { evaluateTimedGroups } from './timed.ts'
import { evaluate } from './evaluate.ts'
import { GroupChanged } from './events.ts'
import { contactActivityRules, filterContext } from '../audience/index.ts'
import { filterFieldsUsed, groupsNamed } from '@crewline/contract/filters'
import { readsAny } from './filter-rules/changes.ts'
import { countSystemGroups, markUncounted, readStoredCount, recount } from './store/counts.ts'
import { NO_CHANGES, setState, type Moved } from './store/evaluate.ts'
import { allowLong } from '../../kernel/db/timeout.ts'
import { tryOne } from './store/savepoint.ts'
import { smartGroups, type SmartGroup } from './store/groups.ts'
import { systemGroupId } from './filter-rules/system-groups.ts'
import type { Upkeep } from './upkeep.ts'
import { findContactIdsByPhone } from './views/names.ts'

/** The name under which the position in the event log is kept. */
const FOLLOWER = 'groups'
/** Events processed in one transaction. */
const STEP = 100
/** Delay before changes are processed, in ms, so that each pass handles more of them. */
const REST_MS = 250
/** Throttle for counting system groups: the minimum interval is 1 ms per this many contacts. */
const CONTACTS_PER_MS = 20

/** Evaluates groups as contacts change, for the life of the process. */
export function startFollowing(kernel: Kernel): Running {
  return followQueue(kernel, { name: 'groups', wakeUp: 'events', pass: () => followChanges(kernel), pauseMs: REST_MS })
}

/** Processes the events since the last call, each exactly once; returns whether there may be more. */
export async function followChanges(kernel: Kernel): Promise<boolean> {
  const system = kernel.database.asSystem('groups of every organization follow the changes of contacts')
  const now = kernel.world.now()
  const movedOrgIds = new Set<string>()
  const read = await consumeEvents(system, { follower: FOLLOWER, most: STEP, now }, async (db, events) => {
    await allowLong(db, 'moves contacts between smart groups')
    for (const [orgId, ofOrg] of Map.groupBy(events, (event) => event.orgId)) {
      if (ofOrg.some(movesDay)) movedOrgIds.add(orgId)
      const changes = await changesOf(db, orgId, ofOrg)
      if (changes.length > 0)
        await followOrg(kernel, { db, orgId, now, by: null, activity: contactActivityRules.get() }, changes)
    }
  })
  // In another time zone it may be another day. The next midnight makes up for a process that ends here.
  for (const orgId of movedOrgIds) await evaluateTimedGroups(kernel, orgId)
  return read === STEP
}

function movesDay({ name, payload }: DomainEvent): boolean {
  return name === OrganizationChanged.name && (payload as { fields: string[] }).fields.includes('timezone')
}

/**
 * Contacts that changed: in these fields, or in any field when null. With `groupId`, the contacts that joined or left
 * that group, listed or as a crowd.
 */
interface Change {
  contactIds: string[]
  fields: ReadonlySet<string> | null
  groupId?: string
  isWholeGroup?: boolean
}

async function changesOf(db: Db, orgId: string, events: DomainEvent[]): Promise<Change[]> {
  const changes: Change[] = []
  const phones: string[] = []
  for (const event of events) {
    if (event.name === ContactChanged.name) {
      const { contactIds, fields } = event.payload as { contactIds: string[]; fields?: string[] }
      changes.push({ contactIds, fields: fields ? new Set(fields) : null })
    } else if (event.name === GroupChanged.name) {
      const { contactIds, groupId, isWholeGroup = false } = event.payload as NonNullable<typeof GroupChanged.payload>
      changes.push({ contactIds, fields: new Set(), groupId, isWholeGroup })
    } else if (event.name === ConsentChanged.name) phones.push(...(event.payload as { phones: string[] }).phones)
  }
  if (phones.length > 0) {
    changes.push({ contactIds: await findContactIdsByPhone(db, orgId, phones), fields: new Set(['reach']) })
  }
  const texted = await textedContacts(db, orgId, events)
  if (texted.length > 0) changes.push({ contactIds: texted, fields: new Set(['activity']) })
  return changes.filter((change) => change.isWholeGroup || change.contactIds.length > 0)
}

/** Message events are frequent: their contacts are looked up only if some rules use messages. */
async function textedContacts(db: Db, orgId: string, events: DomainEvent[]): Promise<string[]> {
  if (!events.some((event) => event.name.startsWith('message.'))) return []
  const groups = await smartGroups({ db, orgId })
  if (!groups.some((group) => filterFieldsUsed(group.filter).has('activity'))) return []
  return contactActivityRules.get().touchedBy(db, orgId, events)
}

async function followOrg(kernel: Kernel, upkeep: Upkeep, changes: Change[]): Promise<void> {
  const { organization } = await organizationOf(upkeep.db, upkeep.orgId)
  const org = { org: organization, world: kernel.world }
  const events = changes.filter((change) => change.groupId === undefined && !isOnlyActivity(change))
  if (events.length > 0) {
    await recount(upkeep, [...new Set(events.flatMap((change) => change.contactIds))])
    await recountSystemGroups(upkeep, org)
  }
  await evaluateAffected(kernel, upkeep, { org, changes })
}

function isOnlyActivity({ fields }: Change): boolean {
  return fields?.size === 1 && fields.has('activity')
}

/**
 * Evaluates the groups whose rules read what changed, for the contacts that changed, each group after the groups it
 * references.
 */
async function evaluateAffected(
  kernel: Kernel,
  upkeep: Upkeep,
  { org, changes }: { org: Parameters<typeof evaluate>[1]; changes: Change[] },
): Promise<void> {
  const moved = new Map<string, string[]>()
  const crowds = new Set<string>()
  const note = (groupId: string, ids: string[]) => moved.set(groupId, [...(moved.get(groupId) ?? []), ...ids])
  for (const { groupId, contactIds, isWholeGroup } of changes) {
    if (groupId) note(groupId, contactIds)
    if (groupId && isWholeGroup) crowds.add(groupId)
  }
  for (const group of inOrder(await smartGroups(upkeep))) {
    const named = groupsNamed(group.filter)
    const ids = new Set(named.flatMap((id) => moved.get(id) ?? []))
    for (const change of changes)
      if (change.groupId === undefined && readsAny(group.filter, upkeep.orgId, change.fields))
        for (const id of change.contactIds) ids.add(id)
    const needsFullEvaluation = named.some((id) => crowds.has(id))
    if (ids.size === 0 && !needsFullEvaluation) continue
    const { members } = await evaluateSafely(kernel, upkeep, { org, group, ids: needsFullEvaluation ? null : [...ids] })
    if (members) note(group.id, [...members.joined, ...members.left])
    else crowds.add(group.id)
  }
}

/** Marks a group that cannot be evaluated as `error`, so that it does not block the others. */
async function evaluateSafely(
  kernel: Kernel,
  upkeep: Upkeep,
  { org, group, ids }: { org: Parameters<typeof evaluate>[1]; group: SmartGroup; ids: string[] | null },
): Promise<Moved> {
  const moved = await tryOne(
    upkeep.db,
    () => evaluate(upkeep, org, group, ids),
    (error) => kernel.log.warn({ err: error, group: group.id }, 'groups: a group could not be evaluated'),
  )
  if (!moved) await setState(upkeep, group.id, 'error')
  return moved ?? NO_CHANGES
}

/** Counts the system groups: after every change in small organizations, throttled where counting is expensive. */
async function recountSystemGroups(upkeep: Upkeep, org: { org: OrgSummary; world: Kernel['world'] }): Promise<void> {
  const { db, orgId, now } = upkeep
  const { contacts, at } = await readStoredCount(db, orgId, systemGroupId(orgId, 'all'))
  if (at && now.getTime() - at.getTime() < contacts / CONTACTS_PER_MS) return markUncounted(upkeep)
  await countSystemGroups(upkeep, await filterContext({ db, ...org }))
}
