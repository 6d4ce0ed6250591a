import { msg } from '@crewline/contract/localized-text'
import { permissionsHeld } from '@crewline/contract/permissions'
import { fail } from '../../kernel/failure.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { makeScope, type Actor, type Scope, type Tx } from '../../kernel/scope.ts'
import { membershipElsewhere } from '../accounts/index.ts'
import { organizationOf } from '../organizations/index.ts'
import { productScope } from '../family/index.ts'
import { relativesOf, type FamilyMember } from './relatives-views.ts'

const WHY = 'a person is transferred between organizations of one family'

type Member = Extract<Actor, { kind: 'member' }>

/** Returns the acting member; fails for one who sees only some groups, because a transfer concerns whole organizations. */
export function requireMover(scope: Scope): Member {
  if (scope.actor.kind !== 'member' || scope.isLimitedToGroups)
    return fail('not_permitted', {
      text: msg({ message: 'You can only see some groups. Ask an owner or admin to transfer this contact.' }),
    })
  if (!scope.can('contacts.edit')) return fail('not_permitted')
  return scope.actor
}

/** The name of a member, as the other organization reads it. */
export function nameOf({ firstname, lastname }: Member): string {
  return `${firstname} ${lastname}`.trim()
}

/** Lists the relatives of the scope's organization. */
export function relatives(kernel: Kernel, scope: Pick<Scope, 'orgId'>): Promise<FamilyMember[]> {
  return relativesOf(kernel.database.asSystem(WHY), scope.orgId)
}

/** Returns a relative of an organization; fails with `not_found` for any other. */
export async function requireRelative(kernel: Kernel, orgId: string, otherId: string): Promise<FamilyMember> {
  const all = await relatives(kernel, { orgId })
  return all.find(({ id }) => id === otherId.toLowerCase()) ?? fail('not_found')
}

/** Returns the relative that a person moves to; fails while one of the two organizations does not take part. */
export async function requireTarget(kernel: Kernel, sourceId: string, targetId: string): Promise<FamilyMember> {
  const system = kernel.database.asSystem(WHY)
  const target = await requireRelative(kernel, sourceId, targetId)
  const { features } = await organizationOf(system, sourceId)
  if (!features.sync)
    return fail('sync_off', {
      text: msg({ message: 'Sync is off for this organization, so no one can be transferred.' }),
    })
  return target.canReceive ? target : fail('cannot_receive')
}

/**
 * Returns the scope in which the acting member may edit every contact of a relative; undefined when someone there has to
 * accept.
 */
export async function ownScopeThere(kernel: Kernel, scope: Scope, other: FamilyMember): Promise<Scope | undefined> {
  const member = await membershipElsewhere(kernel, scope.actor, other.id)
  if (!member || member.scope !== 'all' || !permissionsHeld(member).includes('contacts.edit')) return undefined
  return makeScope(kernel, other, member, scope.requestId)
}

/** Returns the scope in which the product acts in a relative. */
export function scopeThere(kernel: Kernel, other: FamilyMember): Scope {
  return productScope(kernel, other)
}

/** Runs work in one organization of a transfer, within the transaction of either. */
export function inside<T>(tx: Tx, side: Scope, work: (tx: Tx) => Promise<T>): Promise<T> {
  return side.orgId === tx.orgId ? work(tx) : tx.elsewhere(side, work)
}
