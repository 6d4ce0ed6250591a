import { mayGrant, permissionsHeld } from '@crewline/contract/permissions'
import { effectiveScope, type SessionInfo } from '../../kernel/http/session-gate.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Db } from '../../kernel/db/pool.ts'
import { tokenHash } from '../../kernel/secrets/tokens.ts'
import { viewingByToken, type OpenViewing } from './store/viewings.ts'
import { sessionById, viewedMember } from './views.ts'

/** Returns what a viewing opens now, by its token; undefined when it ended. */
export async function readViewing(kernel: Kernel, token: string): Promise<SessionInfo | undefined> {
  const system = kernel.database.asSystem('a token identifies its organization')
  const viewing = await viewingByToken(system, tokenHash(token), kernel.world.now())
  return viewing && openedBy(system, viewing, kernel.world.now())
}

/**
 * Returns what a viewing opens at this moment: the viewed member, with the permissions that both hold. Undefined when the
 * viewer's session ended, the viewer may not manage the team or does not see every contact any more, or either of them is
 * not a member any more. Only an owner views an owner.
 */
export async function openedBy(system: Db, viewing: OpenViewing, now: Date): Promise<SessionInfo | undefined> {
  const viewer = await sessionById(system, viewing.sessionId, now)
  if (!viewer || viewer.org.id !== viewing.orgId || viewer.userId !== viewing.viewerId) return undefined
  if (viewer.needsSecondStep || effectiveScope(viewer) !== 'all') return undefined
  if (!permissionsHeld(viewer).includes('team.manage')) return undefined
  const viewed = await viewedMember(system, viewing)
  if (!viewed || viewed.userId !== viewing.userId) return undefined
  if (viewed.role === 'owner' && viewer.role !== 'owner') return undefined
  const held = new Set(permissionsHeld(viewer))
  const both = permissionsHeld(viewed).filter((permission) => held.has(permission))
  const role: Pick<SessionInfo, 'role' | 'permissions'> = mayGrant(viewer, viewed)
    ? { role: viewed.role, permissions: viewed.permissions }
    : { role: 'custom', permissions: both }
  return {
    ...viewed,
    ...role,
    scope: effectiveScope(viewed),
    sessionId: viewing.id,
    locale: viewer.locale,
    needsSecondStep: false,
    ssoConnectionId: null,
    org: viewer.org,
    viewing: {
      sessionId: viewing.sessionId,
      userId: viewing.viewerId,
      name: `${viewer.firstname} ${viewer.lastname}`.trim(),
      expiresAt: viewing.expiresAt,
    },
  }
}
