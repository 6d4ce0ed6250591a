import type { ContactChanges } from './revise.ts'
import type { HeldContact } from './store/people.ts'

/** Why a worker was left as they were by an act on many. */
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

/** What an act on many came to: who changed, and how many did not, by the reason. */
export interface ManyChanged {
  changed: string[]
  skipped: Partial<Record<SkipReason, number>>
  /** The facts of each who changed, before and after, where it was facts that changed. */
  traces?: FactTrace[]
}

/** Some facts of one worker before and after a change. */
export interface FactTrace {
  id: string
  was: ContactChanges
  became: ContactChanges
}

/** Whether this is nobody any more: erased, or part of somebody else. */
export function isGone(held: HeldContact): boolean {
  return held.erasedAt !== null || held.mergedInto !== null
}

/** Counts who changed and who did not. */
export function tally() {
  const changed: string[] = []
  const skipped: ManyChanged['skipped'] = {}
  const skip = (reason: SkipReason) => (skipped[reason] = (skipped[reason] ?? 0) + 1)
  return { changed, skip, result: (): ManyChanged => ({ changed, skipped }) }
}
