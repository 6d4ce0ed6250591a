import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'

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
