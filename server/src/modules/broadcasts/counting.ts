// Counts audiences. The count of everyone and of one group is kept, and used again until something changes that could
// change it.
import type { BroadcastAudience } from '@crewline/contract/broadcast-audience'
import type { Scope } from '../../kernel/scope.ts'
import { groupMembership } from '../audience/index.ts'
import { keepCounts, readCounts, type KeptCount, type StoredCounts } from './store/counts.ts'
import { chosenContacts, chosenTables } from './views/audience.ts'
import {
  contactsOfHouseholds,
  contactsOfParts,
  countChosen,
  countParts,
  countShared,
  longestFirst,
  partBounds,
  SAMPLES,
  sumRows,
  type ChosenCount,
} from './views/chosen.ts'

/** The contacts with the longest values, whose texts bound the cost of all. */
const LONGEST = 200
/** Contacts of one part of a kept count. */
const PART = 2_000
/** Parts that are counted again at most; after larger changes everyone is. */
const PARTS_COUNTED = 25

type Counted = Omit<StoredCounts, 'rows'> & { rows: (ChosenCount & { timezone: string })[] }

interface CountOptions {
  /** Whether the contacts with the longest texts are needed. */
  withLongest?: boolean
  /** Contacts of one part of a kept count. */
  part?: number
}

/**
 * Counts the chosen contacts of an audience as they are now: by reason, language and zone, with five who get the text
 * and, if asked for, those with the longest texts.
 */
export async function countAudience(
  scope: Scope,
  audience: BroadcastAudience,
  options: CountOptions = {},
): Promise<Counted> {
  const counts = await countsOf(scope, audience, options)
  return { ...counts, rows: counts.rows.map((row) => ({ ...row, timezone: row.timezone ?? scope.org.timezone })) }
}

async function countsOf(
  scope: Scope,
  audience: BroadcastAudience,
  { withLongest = false, part = PART }: CountOptions,
): Promise<StoredCounts> {
  const groupId = keptAudience(scope, audience)
  const kept = groupId === undefined ? undefined : await readCounts(scope, groupId, scope.world.now())
  if (kept && (kept.counts.longestIds || !withLongest)) {
    if (!kept.changes) return kept.counts
    const counted = await countChanged(scope, audience, kept)
    // The longest texts are no longer known when many of them changed.
    if (counted && groupId !== undefined && (counted.counts.longestIds || !withLongest)) {
      await keepCounts(scope, groupId, counted)
      return counted.counts
    }
  }
  const countedAt = scope.world.now()
  const lows = groupId === undefined ? [] : await partBounds(scope.db, scope.orgId, part)
  const { counts, parts, snapshot } = await countChosen(scope.db, await chosenTables(scope, audience), lows)
  const longestIds = withLongest
    ? await longestFirst(scope.db, await chosenContacts(scope, audience), { after: 0, most: LONGEST })
    : undefined
  const all = { ...counts, ...(longestIds ? { longestIds } : {}) }
  if (groupId !== undefined)
    await keepCounts(scope, groupId, { counts: all, parts: lows.length > 0 ? parts : null, snapshot, countedAt })
  return all
}

/**
 * Counts only the parts in which contacts changed, and the people of households; undefined when that would be most of
 * the work. The snapshot is the one that found the changes, so that whatever changes while the parts are counted makes
 * the same parts outdated again.
 */
async function countChanged(
  scope: Scope,
  audience: BroadcastAudience,
  { counts, countedAt, changes, parts, snapshot }: KeptCount,
): Promise<Omit<KeptCount, 'changes'> | undefined> {
  const changedIds = changes?.contactIds
  if (!changedIds || !parts) return undefined
  const { lows } = parts
  const changed = new Set(changedIds.map((id) => partOf(lows, id)))
  if (changed.size > Math.min(PARTS_COUNTED, lows.length / 2)) return undefined
  const { db, orgId } = scope
  const chosen = await chosenTables(scope, audience, contactsOfParts(orgId, lows, changed))
  const again = changed.size === 0 ? NOTHING : await countParts(db, chosen, { lows, amongIds: changedIds })
  const shared = await countShared(db, await chosenContacts(scope, audience, contactsOfHouseholds(orgId)))
  const rows = [...parts.rows.filter(([part]) => !changed.has(part)), ...again.rows]
  const whole = rows.map(([, reason, language, timezone, n]) => ({ reason, language, timezone, n }))
  const sums = sumRows([...whole, ...shared])
  const others = counts.sampleIds.filter((id) => !changed.has(partOf(lows, id)))
  const sampleIds = [...again.sampleIds, ...others].slice(0, SAMPLES)
  const getting = sums.reduce((sum, row) => sum + (row.reason === null ? row.n : 0), 0)
  if (sampleIds.length < Math.min(SAMPLES, getting)) return undefined
  return {
    counts: {
      rows: sums,
      sampleIds,
      withoutConsent: counts.withoutConsent,
      ...longestAfter(counts.longestIds, changedIds, again.gettingIds),
    },
    parts: { lows, rows },
    snapshot,
    countedAt,
  }
}

const NOTHING = { rows: [], sampleIds: [], gettingIds: [] } satisfies Awaited<ReturnType<typeof countParts>>

/** Returns which part of a count a contact belongs to. */
function partOf(lows: string[], id: string): number {
  const above = lows.findIndex((low) => low > id)
  return above === -1 ? lows.length : above
}

/**
 * Returns the contacts with the longest texts after some changed: those of them who get it may have become longer. None
 * when too few of the others are left.
 */
function longestAfter(
  ids: string[] | undefined,
  changedIds: string[],
  gettingIds: string[],
): { longestIds?: string[] } {
  const changed = new Set(changedIds)
  const others = ids?.filter((id) => !changed.has(id))
  if (!ids || !others || others.length < ids.length / 2 || gettingIds.length > LONGEST) return {}
  const longestIds = [...gettingIds, ...others]
  return longestIds.length > 2 * LONGEST ? {} : { longestIds }
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
