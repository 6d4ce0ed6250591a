import type { ImportCounts } from '@crewline/contract/imports'

/**
 * Returns how many rows are imported, how many stay out because of a problem or a choice, and whether there is anything
 * to import.
 */
export function comesIn({ new: added, update, unchanged, invalid, duplicate, skipped }: ImportCounts) {
  return { comes: added + update, stays: invalid + duplicate + skipped, isAny: added + update + unchanged > 0 }
}
