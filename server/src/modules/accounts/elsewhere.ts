import type { Kernel } from '../../kernel/kernel.ts'
import { effectiveScope } from '../../kernel/http/session-gate.ts'
import type { Actor } from '../../kernel/scope.ts'
import { activeMember, isSecondStepMissing, openableOrganizations } from './views.ts'

type Member = Extract<Actor, { kind: 'member' }>

/**
 * Returns the acting user as a member of another organization, if their session could be switched to it and would be let in
 * there: with the role they have there now, limited by a grant, single sign-on and two-step login. An API key belongs to one
 * organization.
 */
export async function membershipElsewhere(kernel: Kernel, actor: Actor, orgId: string): Promise<Member | undefined> {
  if (actor.kind !== 'member' || actor.apiKey || actor.viewing) return undefined
  const system = kernel.database.asSystem('a member acts in another of their organizations at the same time')
  const { userId, ssoConnectionId = null } = actor
  const openable = await openableOrganizations(system, userId, ssoConnectionId)
  if (!openable.has(orgId)) return undefined
  const [member, isMissing] = await Promise.all([
    activeMember(system, { orgId, userId }),
    ssoConnectionId === null && isSecondStepMissing(system, { orgId, userId, now: kernel.world.now() }),
  ])
  if (!member || isMissing) return undefined
  return { ...member, kind: 'member', scope: effectiveScope(member), sessionId: actor.sessionId, locale: actor.locale }
}
