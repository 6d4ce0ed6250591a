import { configureStore } from '@reduxjs/toolkit'
import { createApi, fakeBaseQuery } from '@reduxjs/toolkit/query'
import { expect, test } from 'vitest'
import { keepNewer, showAnswer } from './show-answer.ts'

interface Row {
  version: number
  answers: number
}

/** An API whose reads and changes end when the test says so. */
function heldApi() {
  const reads: ((row: Row) => void)[] = []
  const api = createApi({
    baseQuery: fakeBaseQuery(),
    tagTypes: ['Row'],
    endpoints: (build) => ({
      row: build.query<Row, void>({
        queryFn: async () => ({ data: await new Promise<Row>((resolve) => reads.push(resolve)) }),
        merge: keepNewer,
        providesTags: ['Row'],
      }),
      change: build.mutation<Row, Row>({
        queryFn: (row) => ({ data: row }),
        invalidatesTags: ['Row'],
        onQueryStarted: (_row, started): Promise<void> =>
          showAnswer(started, (row): unknown => api.util.updateQueryData('row', undefined, () => row)),
      }),
    }),
  })
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) => defaults().concat(api.middleware),
  })
  void store.dispatch(api.endpoints.row.initiate())
  const shown = () => api.endpoints.row.select()(store.getState()).data
  /** Ends the n-th read with a row. */
  const read = async (nth: number, row: Row) => {
    await expect.poll(() => reads.length).toBeGreaterThan(nth)
    reads[nth]?.(row)
    await new Promise((resolve) => setTimeout(resolve))
  }
  return { read, shown, change: (row: Row) => store.dispatch(api.endpoints.change.initiate(row)) }
}

test('shows the answer to a change although a read from before it arrives later', async () => {
  const { read, change, shown } = heldApi()
  await read(0, { version: 1, answers: 0 })
  await change({ version: 2, answers: 0 })
  await change({ version: 3, answers: 0 })
  await read(1, { version: 2, answers: 0 })
  expect(shown()).toEqual({ version: 3, answers: 0 })
  await read(2, { version: 3, answers: 4 })
  expect(shown()).toEqual({ version: 3, answers: 4 })
})

test('keeps parts that a read did not change, so that nothing is drawn again', async () => {
  const { read, change, shown } = heldApi()
  await read(0, { version: 1, answers: 0 })
  await change({ version: 2, answers: 0 })
  const before = shown()
  await read(1, { version: 2, answers: 0 })
  expect(shown()).toBe(before)
})
