import { api } from '../../../shared/api/base.ts'
import { call, type Reply } from '../../../shared/api/from-contract.ts'

/** What carriers told that could not be stored, the oldest, and how many there are. */
export type SetAsideList = Pick<Reply<'setAside'>, 'data' | 'total'>

const kept = api.injectEndpoints({
  endpoints: (build) => ({
    setAside: build.query<SetAsideList, void>({
      query: () => call('setAside', {}),
      keepUnusedDataFor: 0,
    }),
    trySetAside: build.mutation<Reply<'trySetAside'>, string[]>({
      query: (ids) => call('trySetAside', { body: { ids } }),
      async onQueryStarted(_ids, { dispatch, queryFulfilled }) {
        const answer = await queryFulfilled.catch(() => undefined)
        if (answer) void dispatch(kept.util.upsertQueryData('setAside', undefined, answer.data))
      },
    }),
    discardSetAside: build.mutation<Reply<'discardSetAside'>, string>({
      query: (id) => call('discardSetAside', { query: { id } }),
      async onQueryStarted(_id, { dispatch, queryFulfilled }) {
        const answer = await queryFulfilled.catch(() => undefined)
        if (answer) void dispatch(kept.util.upsertQueryData('setAside', undefined, answer.data))
      },
    }),
  }),
})

export const { useSetAsideQuery, useTrySetAsideMutation, useDiscardSetAsideMutation } = kept
