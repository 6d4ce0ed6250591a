import { Failure } from '../../kernel/failure.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { updateManagedUser, userByEmail } from '../accounts/index.ts'
import { addSsoUser, joinTeam, readConnection, requireSsoDomain, roleByGroups, SsoRefused, tidy } from '../sso/index.ts'
import { announceMembership, removeProvisionedMember, type EndedKeys } from '../team/index.ts'
import { ScimRefused, wantedUserOf, type WantedUser } from './rules.ts'
import { forgetScimUser, lockProvisioning, saveScimUser } from './store.ts'
import { userRow, usersNamed, type UserRow } from './views.ts'

const NO_USER = 'There is no such user.'

/** Returns one user; fails with 404 otherwise. */
export async function readUser(scope: Scope, id: string): Promise<UserRow> {
  return (await userRow(scope.db, scope.orgId, id)) ?? refuse404()
}

function refuse404(): never {
  throw new ScimRefused(404, NO_USER)
}

/** Makes someone a member, linked to the account with their email. Fails with 409 when they are one already. */
export async function addUser(kernel: Kernel, scope: Scope, resource: unknown): Promise<UserRow> {
  const wanted = wantedUserOf(resource, tidy)
  await requireDomainOf(scope, wanted)
  const system = kernel.database.asSystem('users belong to no organization')
  const account = await userByEmail(system, wanted.email)
  if (account?.deactivatedAt) throw new ScimRefused(409, 'This account is disabled.', 'uniqueness')
  const userId = account?.id ?? (await addSsoUser(kernel, wanted))
  const { memberId, endedKeys } = await scope.tx(async (tx) => {
    await lockProvisioning(tx)
    await requireFree(tx, wanted, undefined)
    const id = await join(tx, { userId, email: wanted.email, groups: [] })
    await saveScimUser(tx, { memberId: id, ...wanted })
    const ended = wanted.active === false ? await remove(tx, userId) : undefined
    tx.audit('scim.user_added', id, { userId, userName: wanted.userName, active: wanted.active !== false })
    return { memberId: id, endedKeys: ended }
  })
  await announceMembership(kernel, { orgId: scope.orgId, userId }, { isRemoved: wanted.active === false, endedKeys })
  return readUser(scope, memberId)
}

/**
 * Changes a member to what the resource says: names, user name, and whether they are active. `resourceOf` makes the resource
 * of the member as they are when no other provisioning runs, so that two patches at once both count.
 */
export async function replaceUser(
  kernel: Kernel,
  scope: Scope,
  id: string,
  resourceOf: (current: UserRow) => unknown,
): Promise<UserRow> {
  const { userId, turned } = await scope.tx(async (tx) => {
    await lockProvisioning(tx)
    const current = (await userRow(tx.db, tx.orgId, id)) ?? refuse404()
    const wanted = wantedUserOf(await resourceOf(current), tidy)
    if (wanted.email !== current.email.toLowerCase()) await requireDomainOf(tx, wanted)
    await requireFree(tx, wanted, id)
    return { userId: current.userId, turned: await writeUser(kernel, tx, { current, wanted }) }
  })
  if (turned) await announceMembership(kernel, { orgId: scope.orgId, userId }, turned)
  return readUser(scope, id)
}

async function writeUser(
  kernel: Kernel,
  tx: Tx,
  { current, wanted }: { current: UserRow; wanted: WantedUser },
): Promise<{ isRemoved: boolean; endedKeys?: EndedKeys } | undefined> {
  const { userId, memberId: id, email } = current
  const isRenamed = await saveScimUser(tx, { memberId: id, ...wanted })
  const { firstname, lastname } = wanted
  const isNamed = firstname !== '' || lastname !== ''
  const names = { firstname, lastname, email: wanted.email }
  const changed = isNamed ? await updateManagedUser(kernel, tx, userId, names) : undefined
  if (isRenamed || changed) tx.audit('scim.user_changed', id, { userId, userName: wanted.userName, ...changed })
  const shouldBeActive = wanted.active ?? current.isActive
  if (current.isActive && !shouldBeActive) return { isRemoved: true, endedKeys: await remove(tx, userId) }
  if (current.isActive || !shouldBeActive) return undefined
  // Only addresses of verified domains come back.
  await requireDomainOf(tx, { email })
  await join(tx, { userId, email, groups: current.groups.map(({ name }) => name) })
  tx.audit('scim.user_reactivated', id, { userId })
  return { isRemoved: false }
}

/** Removes a member: their sessions and sockets end within a second, and the identity provider's name for them is forgotten. */
export async function deleteUser(kernel: Kernel, scope: Scope, id: string): Promise<void> {
  const { userId } = await readUser(scope, id)
  const endedKeys = await scope.tx(async (tx) => {
    await lockProvisioning(tx)
    const current = (await userRow(tx.db, tx.orgId, id)) ?? refuse404()
    const ended = current.isActive ? await remove(tx, userId) : undefined
    await forgetScimUser(tx, id)
    tx.audit('scim.user_deleted', id, { userId })
    return ended
  })
  await announceMembership(kernel, { orgId: scope.orgId, userId }, { isRemoved: true, endedKeys })
}

/** Removes a member, but never the last owner and no break-glass owner. */
async function remove(tx: Tx, userId: string): Promise<EndedKeys> {
  const connection = await readConnection(tx.db, tx.orgId)
  return removeProvisionedMember(tx, userId, connection?.breakGlass ?? []).catch((error: unknown) => {
    if (error instanceof Failure && error.code === 'last_owner')
      throw new ScimRefused(
        409,
        'The last owner and break-glass owners cannot be removed by provisioning.',
        'mutability',
      )
    throw error
  })
}

async function join(
  tx: Tx,
  { userId, email, groups }: { userId: string; email: string; groups: string[] },
): Promise<string> {
  const connection = await readConnection(tx.db, tx.orgId)
  const defaultRole = connection?.defaultRole ?? 'agent'
  const given = groups.length > 0 ? roleByGroups(groups, connection?.groupRoles ?? [], defaultRole) : undefined
  return joinTeam(tx, { userId, email, given, defaultRole })
}

/** A user name, and an email among active members, belong to one member. */
async function requireFree(tx: Tx, wanted: WantedUser, ownId: string | undefined): Promise<void> {
  const { userName, email } = wanted
  const taken = await usersNamed(tx.db, tx.orgId, { userName, email, exceptId: ownId })
  if (taken.length > 0) throw new ScimRefused(409, 'A user with this userName or email exists.', 'uniqueness')
}

async function requireDomainOf(scope: Pick<Scope, 'db' | 'orgId'>, { email }: { email: string }): Promise<void> {
  await requireSsoDomain(scope, email).catch((error: unknown) => {
    if (!(error instanceof SsoRefused)) throw error
    throw new ScimRefused(400, "The email's domain is not one of the organization's verified domains.", 'invalidValue')
  })
}
