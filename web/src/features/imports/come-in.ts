import type { ImportCounts } from '@crewline/contract/imports'

/** How many rows come in, how many stay out because something is wrong with them or somebody said so, and whether there is anything to do at all. */
export function comesIn({ new: added, update, unchanged, invalid, duplicate, skipped }: ImportCounts) {
  return { comes: added + update, stays: invalid + duplicate + skipped, isAny: added + update + unchanged > 0 }
}
