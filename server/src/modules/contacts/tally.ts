import type { ContactChanges } from './revise.ts'
import type { LockedContact } from './store/people.ts'

/** Why a bulk action skipped a contact. */
export type SkipReason =
  | 'not_found'
  | 'same'
  | 'changed_since'
  | 'managed_elsewhere'
  | 'invalid'
  | 'phone_taken'
  | 'employee_id_taken'
  | 'value_taken'
  | 'no_mobile'
  | 'opted_out'

/** Result of a bulk action: the changed contacts, and the number skipped by reason. */
export interface BulkResult {
  changed: string[]
  skipped: Partial<Record<SkipReason, number>>
  /** The fields before and after, for a bulk action that changes fields. */
  undoSnapshots?: AttributeUndo[]
}

/** Fields of a contact before and after a change. */
export interface AttributeUndo {
  id: string
  was: ContactChanges
  became: ContactChanges
}

/** Returns whether a contact was erased or merged into another. */
export function isErasedOrMerged(held: LockedContact): boolean {
  return held.erasedAt !== null || held.mergedInto !== null
}

/** Collects the changed and skipped contacts. */
export function tally() {
  const changed: string[] = []
  const skipped: BulkResult['skipped'] = {}
  const skip = (reason: SkipReason) => (skipped[reason] = (skipped[reason] ?? 0) + 1)
  return { changed, skip, result: (): BulkResult => ({ changed, skipped }) }
}
