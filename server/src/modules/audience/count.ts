import type { Selection } from '@crewline/contract/filters'
import { makeLocalLimit } from '../../kernel/http/limits.ts'
import { requireUserId, type Scope } from '../../kernel/scope.ts'
import { audienceContext, countSelection } from './views/selection.ts'
import type { SelectionCount } from './views/membership.ts'

/** A count may read every contact; 60 a minute are more than a member makes by hand. */
const perMember = makeLocalLimit(60, 60)

/** Counts the contacts of a selection, and how many of them can receive messages. */
export async function count(scope: Scope, selection: Selection): Promise<SelectionCount> {
  await perMember.take(requireUserId(scope))
  return countSelection(scope.db, await audienceContext(scope, selection.audience), selection)
}
