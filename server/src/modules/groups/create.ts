import { msg } from '@crewline/contract/localized-text'
import type { BodyOf } from '@crewline/contract/endpoint'
import type { createGroup, Group } from '@crewline/contract/groups'
import { GROUPS_MAX, SMART_GROUPS_MAX } from '@crewline/contract/limits'
import { fail } from '../../kernel/failure.ts'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { seeGroup } from '../team/index.ts'
import { checkRules, refuseGroupScope } from './access.ts'
import { evaluateNowOrLater, publishGroupChanged } from './evaluate.ts'
import { forEachBatch } from '../audience/index.ts'
import { addGroup, countGroups, isNameTaken, lockGroups } from './store/groups.ts'
import { join } from './store/members.ts'
import { upkeepOf, type Upkeep } from './upkeep.ts'
import { groupById } from './views/groups.ts'

type Draft = BodyOf<typeof createGroup>

/**
 * Creates a group from the contacts of a selection or from rules. Members who see only some groups can add only
 * contacts they see, and they see the group they created.
 */
export async function create(scope: Scope, draft: Draft): Promise<{ group: Group }> {
  const id = scope.world.id()
  await scope.tx((tx) =>
    draft.type === 'dynamic' ? createSmart(tx, id, draft) : createStaticGroup(tx, scope, id, draft),
  )
  return { group: await groupById(scope, id) }
}

async function createSmart(tx: Tx, id: string, draft: Draft): Promise<void> {
  refuseGroupScope(tx)
  const filter = await checkRules(tx, id, draft.filter)
  const upkeep = upkeepOf(tx)
  await write(upkeep, { id, ...partsOf(draft), type: 'dynamic', filter })
  tx.audit('group.created', id, { name: draft.name, type: 'dynamic' })
  await evaluateNowOrLater(tx, { id, filter }, upkeep.by)
}

async function createStaticGroup(tx: Tx, scope: Scope, id: string, draft: Draft): Promise<void> {
  if (draft.filter)
    fail('invalid', {
      fieldErrors: {
        filter: msg({ message: 'A manual group has no rules. Choose a smart group.' }),
      },
    })
  const upkeep = upkeepOf(tx)
  await tx.unscoped(async () => {
    await write(upkeep, { id, ...partsOf(draft), type: 'static', filter: null })
  })
  if (tx.actor.kind === 'member' && tx.actor.scope === 'groups') {
    const { memberId } = tx.actor
    await tx.unscoped(() => seeGroup(tx, memberId, id))
  }
  tx.audit('group.created', id, { name: draft.name, type: 'static' })
  await forEachBatch(tx, scope, draft, async (ids) => {
    publishGroupChanged(tx, id, await tx.unscoped(() => join(upkeep, id, ids, 'hand')))
  })
}

function partsOf({ name, description, color }: Draft) {
  return { name: name.toWellFormed(), description: description.toWellFormed(), color: color.toWellFormed() }
}

/** Stores a new group. Refuses a name that is taken and exceeding the group limit. */
export async function write(upkeep: Upkeep, group: Parameters<typeof addGroup>[1]): Promise<void> {
  await lockGroups(upkeep)
  const { all, smart } = await countGroups(upkeep)
  if (all >= GROUPS_MAX || (group.type === 'dynamic' && smart >= SMART_GROUPS_MAX)) fail('too_many')
  if ((await isNameTaken(upkeep, group.name, null)) || !(await addGroup(upkeep, group))) refuseName()
}

/** Fails with `name_taken`. */
export function refuseName(): never {
  return fail('name_taken', {
    fieldErrors: {
      name: msg({ message: 'There is already a group with this name. Choose another name.' }),
    },
  })
}
