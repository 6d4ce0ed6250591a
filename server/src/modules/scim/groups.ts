import { SCIM_GROUP_MEMBERS_MAX, SCIM_MEMBERS_MAX } from '@crewline/contract/scim-limits'
import { changeOf } from '../../kernel/audit-change.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { readConnection, roleByGroups, tidy } from '../sso/index.ts'
import { announceMembership, changeProvisionedRole } from '../team/index.ts'
import { patched } from './patch.ts'
import { fieldOf, membersNamedIn, operationsOf, ScimRefused } from './rules.ts'
import { deleteGroup, lockProvisioning, saveGroup, setGroupMembers } from './store.ts'
import { groupRow, isGroupNameTaken, usersById, type GroupRow } from './views.ts'

/** Returns one group; fails with 404 otherwise. */
export async function readGroup(scope: Scope, id: string): Promise<GroupRow> {
  return (await groupRow(scope.db, scope.orgId, id)) ?? refuse404()
}

function refuse404(): never {
  throw new ScimRefused(404, 'There is no such group.')
}

interface WantedGroup {
  name: string
  externalId: string | null
  memberIds: string[]
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

function wantedGroupOf(resource: unknown, most: number): WantedGroup {
  const given = fieldOf(resource, 'displayName')
  const name = typeof given === 'string' ? tidy(given) : ''
  if (name === '') throw new ScimRefused(400, 'displayName is required.', 'invalidValue')
  const members = fieldOf(resource, 'members')
  const list: unknown[] = Array.isArray(members) ? members : []
  const ids = list.map((item) => String(fieldOf(item, 'value')).toLowerCase())
  if (ids.length > most) throw new ScimRefused(413, `Send at most ${most} members at once.`, 'tooMany')
  if (!ids.every((id) => UUID.test(id)))
    throw new ScimRefused(400, 'A member is named by the id of a user.', 'invalidValue')
  const externalId = fieldOf(resource, 'externalId')
  return {
    name,
    externalId: typeof externalId === 'string' ? tidy(externalId) : null,
    memberIds: [...new Set(ids)],
  }
}

/** Adds a group. Fails with 409 when its name is taken. */
export async function addGroup(kernel: Kernel, scope: Scope, resource: unknown): Promise<GroupRow> {
  return writeGroup(kernel, scope, {
    id: scope.world.id(),
    isNew: true,
    wantedOf: () => wantedGroupOf(resource, SCIM_MEMBERS_MAX),
  })
}

/** Changes a group to what the resource says. The roles of members who joined or left follow. */
export async function replaceGroup(kernel: Kernel, scope: Scope, id: string, resource: unknown): Promise<GroupRow> {
  return writeGroup(kernel, scope, { id, isNew: false, wantedOf: () => wantedGroupOf(resource, SCIM_MEMBERS_MAX) })
}

/**
 * Applies a patch to a group as it is when no other provisioning runs, so that two patches at once both count. Only the
 * members that the patch names count toward the limit of one request.
 */
export async function patchGroup(
  kernel: Kernel,
  scope: Scope,
  id: string,
  { body, resourceOf }: { body: unknown; resourceOf: (current: GroupRow) => object },
): Promise<GroupRow> {
  if (membersNamedIn(operationsOf(body)) > SCIM_MEMBERS_MAX)
    throw new ScimRefused(413, `Send at most ${SCIM_MEMBERS_MAX} members at once.`, 'tooMany')
  const wantedOf = async (before: GroupRow) =>
    wantedGroupOf(await patched('Group', resourceOf(before), body), SCIM_GROUP_MEMBERS_MAX)
  return writeGroup(kernel, scope, { id, isNew: false, wantedOf })
}

async function writeGroup(
  kernel: Kernel,
  scope: Scope,
  target:
    | { id: string; isNew: true; wantedOf: () => WantedGroup }
    | { id: string; isNew: false; wantedOf: (before: GroupRow) => WantedGroup | Promise<WantedGroup> },
): Promise<GroupRow> {
  const { id } = target
  const changed = await scope.tx(async (tx) => {
    await lockProvisioning(tx)
    const before = await groupRow(tx.db, tx.orgId, id)
    const wanted = target.isNew ? target.wantedOf() : await target.wantedOf(before ?? refuse404())
    if (await isGroupNameTaken(tx.db, tx.orgId, { id, name: wanted.name }))
      throw new ScimRefused(409, 'A group with this displayName exists.', 'uniqueness')
    await saveGroup(tx, { id, ...wanted })
    await setGroupMembers(tx, id, wanted.memberIds)
    const after = (await groupRow(tx.db, tx.orgId, id)) ?? refuse404()
    const joined = after.memberIds.filter((memberId) => !before?.memberIds.includes(memberId))
    const left = (before?.memberIds ?? []).filter((memberId) => !after.memberIds.includes(memberId))
    const detail = { name: after.name, joined, left }
    if (before)
      tx.audit('scim.group_changed', id, { ...changeOf({ name: before.name }, { name: after.name }), ...detail })
    else tx.audit('scim.group_added', id, detail)
    // A new name may give another role to everyone.
    return followGroups(tx, before?.name === after.name ? [...joined, ...left] : [...after.memberIds, ...left])
  })
  for (const userId of changed) await announceMembership(kernel, { orgId: scope.orgId, userId }, { isRemoved: false })
  return readGroup(scope, id)
}

/** Deletes a group. The roles of its members follow. */
export async function removeGroup(kernel: Kernel, scope: Scope, id: string): Promise<void> {
  const changed = await scope.tx(async (tx) => {
    await lockProvisioning(tx)
    const before = (await groupRow(tx.db, tx.orgId, id)) ?? refuse404()
    await deleteGroup(tx, id)
    tx.audit('scim.group_deleted', id, { name: before.name })
    return followGroups(tx, before.memberIds)
  })
  for (const userId of changed) await announceMembership(kernel, { orgId: scope.orgId, userId }, { isRemoved: false })
}

/** Gives members the role of their groups. Returns the users whose role changed. */
async function followGroups(tx: Tx, memberIds: string[]): Promise<string[]> {
  const connection = await readConnection(tx.db, tx.orgId)
  if (!connection || memberIds.length === 0) return []
  const rows = await usersById(tx.db, tx.orgId, memberIds)
  const changed: string[] = []
  for (const { userId, isActive, groups } of rows) {
    const names = groups.map(({ name }) => name)
    const given = isActive && roleByGroups(names, connection.groupRoles, connection.defaultRole)
    if (given && (await changeProvisionedRole(tx, userId, given))) changed.push(userId)
  }
  return changed
}
