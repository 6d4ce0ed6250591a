// Counts audiences. The count of everyone and of one group is kept, and used again until something changes that could
// change it.
import type { BroadcastAudience } from '@crewline/contract/broadcast-audience'
import type { Scope } from '../../kernel/scope.ts'
import { groupMembership } from '../audience/index.ts'
import { keepCounts, readCounts, type StoredCounts } from './store/counts.ts'
import { chosenContacts } from './views/audience.ts'
import { countChosen, longestFirst, type ChosenCount } from './views/chosen.ts'

/** The contacts with the longest values, whose texts bound the cost of all. */
const LONGEST = 200

type Counted = Omit<StoredCounts, 'rows'> & { rows: (ChosenCount & { timezone: string })[] }

/**
 * Counts the chosen contacts of an audience as they are now: by reason, language and zone, with five who get the text
 * and, if asked for, those with the longest texts.
 */
export async function countAudience(
  scope: Scope,
  audience: BroadcastAudience,
  { withLongest = false }: { withLongest?: boolean } = {},
): Promise<Counted> {
  const counts = await countsOf(scope, audience, withLongest)
  return { ...counts, rows: counts.rows.map((row) => ({ ...row, timezone: row.timezone ?? scope.org.timezone })) }
}

async function countsOf(scope: Scope, audience: BroadcastAudience, withLongest: boolean): Promise<StoredCounts> {
  const now = scope.world.now()
  const groupId = keptAudience(scope, audience)
  const kept = groupId === undefined ? undefined : await readCounts(scope, groupId, now)
  if (kept && (kept.longestIds || !withLongest)) return kept
  const chosen = await chosenContacts(scope, audience)
  const { counts, snapshot } = await countChosen(scope.db, chosen)
  const longestIds = withLongest ? await longestFirst(scope.db, chosen, { after: 0, most: LONGEST }) : undefined
  const all = { ...counts, ...(longestIds ? { longestIds } : {}) }
  if (groupId !== undefined) await keepCounts(scope, groupId, { counts: all, snapshot, now })
  return all
}

/**
 * Returns the group whose count is kept, null for everyone, and undefined for any other audience. Rules, exclusions and
 * groups defined by rules can change with the time alone, and limited members see only part of the contacts.
 */
function keptAudience(
  { isLimitedToGroups, orgId }: Scope,
  { everyone, groupIds, filter, contactIds, partOf, exclude }: BroadcastAudience,
): string | null | undefined {
  const isNarrowed =
    exclude.groupIds.length > 0 ||
    exclude.contactIds.length > 0 ||
    exclude.filter ||
    exclude.textedWithinHours ||
    exclude.partOf
  const isWidened = contactIds.length > 0 || partOf !== undefined
  if (isLimitedToGroups || isNarrowed || isWidened) return undefined
  if (everyone) return null
  const [groupId, ...others] = groupIds
  if (groupId === undefined || others.length > 0 || filter) return undefined
  return groupMembership.get().builtInRules(orgId, groupId) ? undefined : groupId
}
