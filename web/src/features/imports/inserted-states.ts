import type { Import, ImportCounts } from '@crewline/contract/imports'

/**
 * Returns how many rows are imported, how many stay out because of a problem or a choice, and whether there is anything
 * to import.
 */
export function comesIn({ new: added, update, unchanged, invalid, duplicate, skipped }: ImportCounts) {
  return { comes: added + update, stays: invalid + duplicate + skipped, isAny: added + update + unchanged > 0 }
}

/** Returns whether rows with a phone number are imported, which need consent. */
export function hasNumbers({ columns, counts }: Pick<Import, 'columns' | 'counts'>): boolean {
  if (!counts || !columns.some(({ target }) => target === 'phone')) return false
  return counts.new + counts.update + counts.unchanged > counts.noPhone
}
