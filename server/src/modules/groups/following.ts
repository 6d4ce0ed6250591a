import type { Db } from '../../kernel/db/pool.ts'
import type { Fact } from '../../kernel/facts/define.ts'
import { dealWithFacts } from '../../kernel/facts/durable.ts'
import { followQueue } from '../../kernel/jobs/queue.ts'
import type { Kernel, Running } from '../../kernel/kernel.ts'
import type { OrgFacts } from '../../kernel/scope.ts'
import { ConsentChanged } from '../consent/index.ts'
import { ContactChanged } from '../contacts/index.ts'
import { organizationOf } from '../organizations/index.ts'
import { inOrder } from './filter-rules/circles.ts'
import { evaluate } from './evaluate.ts'
import { GroupChanged } from './facts.ts'
import { filterContext } from './context.ts'
import { filterFieldsUsed, groupsNamed, readsAny } from './filter-rules/uses.ts'
import { contactActivityRules } from './plugs.ts'
import { countSystemGroups, markUncounted, ownCount, recount } from './store/counts.ts'
import { NOBODY, setState, type Moved } from './store/evaluate.ts'
import { allowLong, tryAlone } from './store/patience.ts'
import { smartGroups, type SmartGroup } from './store/groups.ts'
import { systemGroupId } from './filter-rules/system-groups.ts'
import type { Upkeep } from './upkeep.ts'
import { holdersOf } from './views/names.ts'

/** The name under which the place in the fact log is kept. */
const FOLLOWER = 'groups'
/** Facts dealt with in one transaction. */
const STEP = 100
/** Changes are looked at so much later, in ms, and more of them at once. */
const REST_MS = 250
/** The product's own groups are counted anew after a change unless that was done within a ms for each so many workers. */
const WORKERS_PER_MS = 20

/** Evaluates groups as workers change, for the life of the process. */
export function startFollowing(kernel: Kernel): Running {
  return followQueue(kernel, { name: 'groups', ring: 'facts', pass: () => followChanges(kernel), restMs: REST_MS })
}

/** Deals with what changed since the last time, each thing once; answers whether there may be more. */
export async function followChanges(kernel: Kernel): Promise<boolean> {
  const system = kernel.database.asSystem('groups of every organization follow what changes about workers')
  const now = kernel.world.now()
  const read = await dealWithFacts(system, { follower: FOLLOWER, most: STEP, now }, async (db, facts) => {
    await allowLong(db)
    for (const [orgId, ofOrg] of Map.groupBy(facts, (fact) => fact.orgId)) {
      const changes = await changesOf(db, orgId, ofOrg)
      if (changes.length > 0)
        await followOrg(kernel, { db, orgId, now, by: null, activity: contactActivityRules.get() }, changes)
    }
  })
  return read === STEP
}

/** Workers about whom something changed: which fields, or any; or the group they came into or left, as a crowd or one by one. */
interface Change {
  contactIds: string[]
  fields: ReadonlySet<string> | null
  groupId?: string
  isCrowd?: boolean
}

async function changesOf(db: Db, orgId: string, facts: Fact[]): Promise<Change[]> {
  const changes: Change[] = []
  const phones: string[] = []
  for (const fact of facts) {
    if (fact.name === ContactChanged.name) {
      const { contactIds, fields } = fact.payload as { contactIds: string[]; fields?: string[] }
      changes.push({ contactIds, fields: fields ? new Set(fields) : null })
    } else if (fact.name === GroupChanged.name) {
      const { contactIds, groupId, isCrowd = false } = fact.payload as NonNullable<typeof GroupChanged.payload>
      changes.push({ contactIds, fields: new Set(), groupId, isCrowd })
    } else if (fact.name === ConsentChanged.name) phones.push(...(fact.payload as { phones: string[] }).phones)
  }
  if (phones.length > 0) {
    changes.push({ contactIds: await holdersOf(db, orgId, phones), fields: new Set(['reach']) })
  }
  const texted = await textedWorkers(db, orgId, facts)
  if (texted.length > 0) changes.push({ contactIds: texted, fields: new Set(['activity']) })
  return changes.filter((change) => change.isCrowd || change.contactIds.length > 0)
}

/** Texts are many: who wrote them is only looked up where rules ask about texts. */
async function textedWorkers(db: Db, orgId: string, facts: Fact[]): Promise<string[]> {
  if (!facts.some((fact) => fact.name.startsWith('message.'))) return []
  const groups = await smartGroups({ db, orgId })
  if (!groups.some((group) => filterFieldsUsed(group.filter).has('activity'))) return []
  return contactActivityRules.get().touchedBy(db, orgId, facts)
}

async function followOrg(kernel: Kernel, upkeep: Upkeep, changes: Change[]): Promise<void> {
  const { organization } = await organizationOf(upkeep.db, upkeep.orgId)
  const org = { org: organization, world: kernel.world }
  const facts = changes.filter((change) => change.groupId === undefined && !isOnlyActivity(change))
  if (facts.length > 0) {
    await recount(upkeep, [...new Set(facts.flatMap((change) => change.contactIds))])
    await countOwn(upkeep, org)
  }
  await evaluateAffected(kernel, upkeep, { org, changes })
}

function isOnlyActivity({ fields }: Change): boolean {
  return fields?.size === 1 && fields.has('activity')
}

/** Groups whose rules read what changed, for whom it changed, each after those it asks for. */
async function evaluateAffected(
  kernel: Kernel,
  upkeep: Upkeep,
  { org, changes }: { org: Parameters<typeof evaluate>[1]; changes: Change[] },
): Promise<void> {
  const moved = new Map<string, string[]>()
  const crowds = new Set<string>()
  const note = (groupId: string, ids: string[]) => moved.set(groupId, [...(moved.get(groupId) ?? []), ...ids])
  for (const { groupId, contactIds, isCrowd } of changes) {
    if (groupId) note(groupId, contactIds)
    if (groupId && isCrowd) crowds.add(groupId)
  }
  for (const group of inOrder(await smartGroups(upkeep))) {
    const named = groupsNamed(group.filter)
    const ids = new Set(named.flatMap((id) => moved.get(id) ?? []))
    for (const change of changes)
      if (change.groupId === undefined && readsAny(group.filter, upkeep.orgId, change.fields))
        for (const id of change.contactIds) ids.add(id)
    const isWhole = named.some((id) => crowds.has(id))
    if (ids.size === 0 && !isWhole) continue
    const { who } = await evaluateSafely(kernel, upkeep, { org, group, ids: isWhole ? null : [...ids] })
    if (who) note(group.id, [...who.joined, ...who.left])
    else crowds.add(group.id)
  }
}

/** A group that cannot be evaluated is marked and does not stand in the way of the others. */
async function evaluateSafely(
  kernel: Kernel,
  upkeep: Upkeep,
  { org, group, ids }: { org: Parameters<typeof evaluate>[1]; group: SmartGroup; ids: string[] | null },
): Promise<Moved> {
  const moved = await tryAlone(
    upkeep.db,
    () => evaluate(upkeep, org, group, ids),
    (error) => kernel.log.warn({ err: error, group: group.id }, 'groups: a group could not be evaluated'),
  )
  if (!moved) await setState(upkeep, group.id, 'error')
  return moved ?? NOBODY
}

/** Counts the product's own groups, in small organizations with every change; where that is costly, now and then. */
async function countOwn(upkeep: Upkeep, org: { org: OrgFacts; world: Kernel['world'] }): Promise<void> {
  const { db, orgId, now } = upkeep
  const { contacts, at } = await ownCount(db, orgId, systemGroupId(orgId, 'all'))
  if (at && now.getTime() - at.getTime() < contacts / WORKERS_PER_MS) return markUncounted(upkeep)
  await countSystemGroups(upkeep, await filterContext({ db, ...org }))
}
