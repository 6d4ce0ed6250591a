import { original, type ThunkDispatch, type UnknownAction } from '@reduxjs/toolkit'
import { copyWithStructuralSharing } from '@reduxjs/toolkit/query'

/** What `onQueryStarted` of a mutation is given. */
export interface Started<Answer> {
  // oxlint-disable-next-line typescript/no-explicit-any
  dispatch: ThunkDispatch<any, any, UnknownAction>
  queryFulfilled: Promise<{ data: Answer }>
}

/**
 * Puts the answer of a change where the page reads it, before anything is fetched again: a next change that named the
 * version from before would be refused as outdated.
 */
export async function showAnswer<Answer>(
  { dispatch, queryFulfilled }: Started<Answer>,
  update: (answer: Answer) => unknown,
): Promise<void> {
  const answer = await queryFulfilled.catch(() => undefined)
  if (answer) dispatch(update(answer.data) as UnknownAction)
}

/**
 * The `merge` of a query whose answer has a version: a fetch that read before a change can arrive after `showAnswer`, and
 * would bring back the version from before.
 */
export function keepNewer<Row extends { version: number } | undefined>(shown: Row, read: Row): Row {
  if (shown && read && read.version < shown.version) return shown
  return copyWithStructuralSharing(original<unknown>(shown), read)
}
