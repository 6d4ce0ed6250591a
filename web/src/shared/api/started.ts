import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'

/** What `onQueryStarted` of a mutation needs to show its answer before anything is fetched again. */
export interface Started<Data> {
  // oxlint-disable-next-line typescript/no-explicit-any
  dispatch: ThunkDispatch<any, any, UnknownAction>
  queryFulfilled: Promise<{ data: Data }>
}
