import type { ContactRun } from '@crewline/contract/roster'
import type { Selection } from '@crewline/contract/filters'
import { countPicks, type Picks } from '../../shared/ui/picks.ts'
import { audienceOf, type ContactsAsked } from './contacts-url.ts'

/** The people an act means, as the contract says it; what is left out does not narrow. */
export type SelectionSaid = Partial<Selection>

const atOnce = 1000

/** The people that are chosen, in parts of as many as one call may name. */
export function selectionsOf(picks: Picks, asked: ContactsAsked): SelectionSaid[] {
  if (picks.isAll)
    return [{ selectedAll: true, audience: audienceOf(asked), excludedIds: [...picks.ids].slice(0, atOnce) }]
  const ids = [...picks.ids]
  return Array.from({ length: Math.ceil(ids.length / atOnce) }, (_, part) => ({
    contacts: ids.slice(part * atOnce, (part + 1) * atOnce),
  }))
}

/** What was done to how many, with why the others stayed as they were. */
export interface ActResult {
  changed: number
  skipped: { reason: string; count: number }[]
}

/** The results of the parts of one act, added up. */
export function resultOf(runs: readonly Pick<ContactRun, 'changed' | 'skipped'>[]): ActResult {
  const skipped = new Map<string, number>()
  for (const { reason, count } of runs.flatMap((run) => run.skipped))
    skipped.set(reason, (skipped.get(reason) ?? 0) + count)
  return {
    changed: runs.reduce((sum, run) => sum + run.changed, 0),
    skipped: [...skipped].map(([reason, count]) => ({ reason, count })).filter(({ count }) => count > 0),
  }
}

/** The acts that can be taken back now. */
export function undoableOf(runs: readonly Pick<ContactRun, 'id' | 'undoUntil'>[]): string[] {
  return runs.filter(({ undoUntil }) => undoUntil !== null).map(({ id }) => id)
}

/** How many are chosen; undefined while nobody has counted who matches. */
export function pickedCount(picks: Picks, matching: number | undefined): number | undefined {
  return picks.isAll && matching === undefined ? undefined : countPicks(picks, matching ?? 0)
}
