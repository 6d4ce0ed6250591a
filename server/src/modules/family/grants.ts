import type { BodyOf } from '@crewline/contract/endpoint'
import { completeGrant, grantedBy } from '@crewline/contract/grantable'
import type { acceptGrant, Grant, offerGrant } from '@crewline/contract/grants'
import { msg } from '@crewline/contract/localized-text'
import type { Permission } from '@crewline/contract/permissions'
import { fail } from '../../kernel/failure.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { announceMemberChange } from '../../kernel/realtime/revoked.ts'
import type { Actor, Scope } from '../../kernel/scope.ts'
import { admitFromParent, memberSessions, narrowFromParent, TeamChanged } from '../team/index.ts'
import { organizationOf } from '../organizations/index.ts'
import { endGrantOf, productScope } from './end-grant.ts'
import {
  belongsHow,
  childById,
  granteeById,
  holderInParent,
  openGrants,
  shownGrant,
  type Grantee,
  type OpenGrant,
} from './grant-views.ts'
import { lockGrant, saveAcceptance, saveOffer } from './store/grants.ts'
import { childrenOf, type Child } from './views.ts'

const WHY = 'a grant belongs to a child and is made by its parent'

type Member = Extract<Actor, { kind: 'member' }>

/** Lists the grants that the organization gave and received. */
export async function listGrants(kernel: Kernel, scope: Scope): Promise<{ given: Grant[]; received: Grant[] }> {
  const system = kernel.database.asSystem(WHY)
  const [given, received] = await Promise.all([
    openGrants(system, { parentId: scope.orgId }),
    openGrants(system, { childId: scope.orgId }),
  ])
  return { given: given.map(shownGrant), received: received.map(shownGrant) }
}

/**
 * Offers children what a teammate may do there, or changes it. What is taken away ends at once, with sockets; what is new
 * waits for an owner of the child. Children of which the teammate is a member in their own right are left out.
 */
export async function offer(
  scope: Scope,
  kernel: Kernel,
  request: BodyOf<typeof offerGrant>,
): Promise<{ grants: Grant[] }> {
  const checked = await checkOffer(scope, kernel, request)
  await memberSessions.get().requireProof(kernel, memberOf(scope))
  return makeOffer(scope, kernel, checked)
}

interface CheckedOffer {
  teammate: Grantee
  permissions: readonly Permission[]
  children: Child[]
}

/** Completes an offer, or fails when it is more than the teammate or the caller may do here. */
export async function checkOffer(
  scope: Scope,
  kernel: Kernel,
  request: BodyOf<typeof offerGrant>,
): Promise<CheckedOffer> {
  const teammate = await requireGrantee(scope, request.memberId)
  if (request.permissions.length === 0)
    fail('invalid', { fieldErrors: { permissions: msg({ message: 'Choose what they may do.' }) } })
  const permissions = completeGrant(request.permissions)
  if (permissions.some((permission) => !scope.can(permission))) refuseHigher()
  if (grantedBy(teammate, permissions).length < permissions.length) refuseHigher()
  const children = await requireChildren(kernel, scope, { childIds: request.childIds, userId: teammate.userId })
  return { teammate, permissions, children }
}

/** Makes a checked offer and returns the grants of the teammate. */
export async function makeOffer(
  scope: Scope,
  kernel: Kernel,
  { teammate, permissions, children }: CheckedOffer,
): Promise<{ grants: Grant[] }> {
  const actor = memberOf(scope)
  const by = `${actor.firstname} ${actor.lastname}`.trim()
  const parent = (await organizationOf(scope.db, scope.orgId)).organization.name
  for (const child of children)
    await offerTo(kernel, { child, parentId: scope.orgId, parent, teammate, permissions, by })
  await scope.tx(async (tx) => {
    const inChildren = children.map(({ name }) => name)
    tx.audit('grant.offered', teammate.userId, { name: teammate.name, permissions, viaParent: parent, inChildren })
  })
  const given = await openGrants(kernel.database.asSystem(WHY), { parentId: scope.orgId })
  return { grants: given.filter(({ userId }) => userId === teammate.userId).map(shownGrant) }
}

interface Offer {
  child: Child
  parentId: string
  parent: string
  teammate: Grantee
  permissions: readonly string[]
  by: string
}

async function offerTo(kernel: Kernel, { child, parentId, parent, teammate, permissions, by }: Offer): Promise<void> {
  const { userId, name } = teammate
  const system = kernel.database.asSystem(WHY)
  const isNarrower = await productScope(kernel, child).tx(async (tx) => {
    const grant = await saveOffer(tx, { parentId, userId, permissions })
    // Read again under the lock of the grant; see followGrants.
    const holder = await holderInParent(system, { childId: child.id, parentId, userId })
    const allowed = holder ? grantedBy(holder, grant.permissions) : []
    const isChanged = await narrowFromParent(tx, { userId, parentId, permissions: allowed })
    tx.publish(TeamChanged, {})
    tx.audit('grant.offered', grant.id, {
      name,
      ...(by && { by }),
      permissions,
      viaParent: parent,
      inChild: child.name,
    })
    return isChanged
  })
  if (isNarrower) announceMemberChange(kernel, { orgId: child.id, userId })
}

/**
 * Accepts an offer as an owner of the child: the teammate of the parent is a member from now on, with what both the grant
 * and their role in the parent allow. Fails with `outdated` when the offer is not the one that the owner saw.
 */
export async function accept(
  scope: Scope,
  kernel: Kernel,
  { id, permissions }: { id: string } & BodyOf<typeof acceptGrant>,
): Promise<{ grant: Grant }> {
  const actor = memberOf(scope)
  const system = kernel.database.asSystem(WHY)
  const found = await requireGrant(kernel, scope, id)
  if (found.child.id !== scope.orgId) fail('not_found')
  if (actor.role !== 'owner') fail('role_too_high', { text: msg({ message: 'Only an owner can do this.' }) })
  await memberSessions.get().requireProof(kernel, actor)
  const { userId } = found
  await scope.tx(async (tx) => {
    const grant = (await lockGrant(tx, id)) ?? fail('not_found')
    const { parentId, offered } = grant
    if (!offered || !isSame(offered, completeGrant(permissions))) return fail('outdated')
    const holder = await holderInParent(system, { childId: scope.orgId, parentId, userId })
    if (!holder) return fail('not_found')
    await saveAcceptance(tx, id)
    await admitFromParent(tx, { userId, parentId, permissions: grantedBy(holder, offered) })
    tx.publish(TeamChanged, {})
    tx.audit('grant.accepted', id, {
      name: found.name,
      permissions: offered,
      viaParent: found.parent.name,
      inChild: found.child.name,
    })
  })
  announceMemberChange(kernel, { orgId: scope.orgId, userId })
  await noteInParent(kernel, found, 'grant.accepted')
  return { grant: shownGrant(await requireGrant(kernel, scope, id)) }
}

/** Ends a grant as its parent or its child; the teammate's sessions and sockets in the child end. */
export async function end(scope: Scope, kernel: Kernel, id: string): Promise<object> {
  const found = await requireGrant(kernel, scope, id)
  const isChild = found.child.id === scope.orgId
  if (!isChild) {
    await scope.tx(async (tx) =>
      tx.audit('grant.ended', found.userId, {
        name: found.name,
        viaParent: found.parent.name,
        inChild: found.child.name,
      }),
    )
  }
  await endGrantOf(kernel, found, isChild ? scope : undefined)
  if (isChild) await noteInParent(kernel, found, 'grant.ended')
  return {}
}

async function noteInParent(kernel: Kernel, { parent, child, userId, name }: OpenGrant, action: string): Promise<void> {
  const above = await childById(kernel.database.asSystem(WHY), parent.id)
  if (!above) return
  await productScope(kernel, above).tx(async (tx) => {
    tx.publish(TeamChanged, {})
    tx.audit(action, userId, { name, viaParent: parent.name, inChild: child.name })
  })
}

function memberOf({ actor }: Scope): Member {
  return actor.kind === 'member' ? actor : fail('not_permitted')
}

async function requireGrant(kernel: Kernel, scope: Scope, id: string): Promise<OpenGrant> {
  const all = await openGrants(kernel.database.asSystem(WHY), { orgId: scope.orgId })
  return all.find((grant) => grant.id === id.toLowerCase()) ?? fail('not_found')
}

async function requireGrantee(scope: Scope, memberId: string): Promise<Grantee> {
  const teammate = (await granteeById(scope.db, memberId)) ?? fail('not_found')
  if (teammate.isVia) return fail('managed_elsewhere')
  if (teammate.scope === 'groups')
    return fail('invalid', {
      fieldErrors: {
        memberId: msg({ message: 'This teammate sees only some groups here. First let them see all contacts.' }),
      },
    })
  return teammate
}

async function requireChildren(
  kernel: Kernel,
  scope: Scope,
  { childIds, userId }: { childIds: 'all' | string[]; userId: string },
): Promise<Child[]> {
  const system = kernel.database.asSystem(WHY)
  const all = await childrenOf(system, scope.orgId)
  const chosen = childIds === 'all' ? all : all.filter(({ id }) => childIds.includes(id))
  if (childIds !== 'all' && chosen.length < new Set(childIds).size) return fail('not_found')
  if (chosen.length === 0)
    return fail('invalid', {
      fieldErrors: { childIds: msg({ message: 'This organization has no child organizations.' }) },
    })
  const open: Child[] = []
  for (const child of chosen)
    if ((await belongsHow(kernel.database.ofOrg(child.id), userId, scope.orgId)) !== 'own') open.push(child)
  return open.length > 0 ? open : fail('already_member')
}

function refuseHigher(): never {
  return fail('role_too_high', {
    fieldErrors: {
      permissions: msg({ message: 'Choose only what both you and this teammate may do here.' }),
    },
  })
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.toSorted().join() === other.toSorted().join()
}
