import { BroadcastAudience } from '@crewline/contract/broadcast-audience'
import type { CelebrationContent } from '@crewline/contract/celebrations'
import type { Scope } from '../../kernel/scope.ts'
import { chosenContacts, type Chosen } from '../broadcasts/index.ts'
import type { DATED } from './people-views.ts'
import { membersOf } from './contacts-views.ts'

/** Returns the people of a celebration, as broadcasts choose theirs. */
export function audienceOf({
  audience: { everyone, groupIds, excludeGroupIds },
}: Pick<CelebrationContent, 'audience'>): BroadcastAudience {
  return BroadcastAudience.parse({
    everyone,
    groupIds: everyone ? [] : groupIds,
    exclude: { groupIds: excludeGroupIds },
  })
}

/**
 * Compiles who is chosen of the people whom the scope may see, the same for every member: a limited member sees neither
 * all groups of a person nor all groups that a celebration names. With `among`, only these contacts are looked at.
 */
export async function chosenOf(
  scope: Scope,
  content: Pick<CelebrationContent, 'audience'>,
  among?: typeof DATED,
): Promise<Chosen> {
  const reader = { db: scope.db, org: scope.org, world: scope.world }
  const audience = audienceOf(content)
  if (!scope.isLimitedToGroups) return chosenContacts(reader, audience, among)
  const [contactIds, excludedIds] = await Promise.all([
    membersOf(scope.db, audience.groupIds),
    membersOf(scope.db, audience.exclude.groupIds),
  ])
  const exclude = { ...audience.exclude, contactIds: excludedIds }
  return chosenContacts(reader, { ...audience, contactIds, exclude }, among)
}
