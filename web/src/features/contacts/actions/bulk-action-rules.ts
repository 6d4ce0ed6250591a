import type { ContactRun } from '@crewline/contract/contact-lists'
import type { Selection } from '@crewline/contract/filters'
import { countPicks, type Picks } from '../../../shared/ui/table/selection.ts'
import { audienceOf, type ContactListQuery } from '../table/contacts-url.ts'

/** The contacts of a bulk action, as the contract defines it; an absent part does not narrow the selection. */
export type PartialSelection = Partial<Selection>

const atOnce = 1000

/** Builds the selections for the selected contacts, each with at most as many as one call may name. */
export function selectionsOf(picks: Picks, listQuery: ContactListQuery): PartialSelection[] {
  if (picks.isAll)
    return [{ selectedAll: true, audience: audienceOf(listQuery), excludedIds: [...picks.ids].slice(0, atOnce) }]
  const ids = [...picks.ids]
  return Array.from({ length: Math.ceil(ids.length / atOnce) }, (_, part) => ({
    contacts: ids.slice(part * atOnce, (part + 1) * atOnce),
  }))
}

/** How many contacts changed, and why others were skipped. */
export interface BulkActionResult {
  changed: number
  skipped: { reason: string; count: number }[]
}

/** Adds up the results of the parts of one bulk action. */
export function resultOf(runs: readonly Pick<ContactRun, 'changed' | 'skipped'>[]): BulkActionResult {
  const skipped = new Map<string, number>()
  for (const { reason, count } of runs.flatMap((run) => run.skipped))
    skipped.set(reason, (skipped.get(reason) ?? 0) + count)
  return {
    changed: runs.reduce((sum, run) => sum + run.changed, 0),
    skipped: [...skipped].map(([reason, count]) => ({ reason, count })).filter(({ count }) => count > 0),
  }
}

/** Returns the ids of the runs that can be undone now. */
export function undoableOf(runs: readonly Pick<ContactRun, 'id' | 'undoUntil'>[]): string[] {
  return runs.filter(({ undoUntil }) => undoUntil !== null).map(({ id }) => id)
}

/** Returns the number of selected contacts; undefined until the matches are counted. */
export function pickedCount(picks: Picks, matching: number | undefined): number | undefined {
  return picks.isAll && matching === undefined ? undefined : countPicks(picks, matching ?? 0)
}
