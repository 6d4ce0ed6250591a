import { api } from '../../shared/api/base.ts'
import { call, type Reply } from '../../shared/api/from-contract.ts'

/** The oldest quarantined events, and their total. */
export type QuarantineList = Pick<Reply<'quarantine'>, 'data' | 'total'>

const quarantineApi = api.injectEndpoints({
  endpoints: (build) => ({
    quarantine: build.query<QuarantineList, void>({
      query: () => call('quarantine', {}),
      providesTags: ['Quarantine'],
      keepUnusedDataFor: 0,
    }),
    retryQuarantined: build.mutation<Reply<'retryQuarantined'>, string[]>({
      query: (ids) => call('retryQuarantined', { body: { ids } }),
      async onQueryStarted(_ids, { dispatch, queryFulfilled }) {
        const answer = await queryFulfilled.catch(() => undefined)
        if (answer) void dispatch(quarantineApi.util.upsertQueryData('quarantine', undefined, answer.data))
      },
    }),
    discardQuarantined: build.mutation<Reply<'discardQuarantined'>, string>({
      query: (id) => call('discardQuarantined', { query: { id } }),
      async onQueryStarted(_id, { dispatch, queryFulfilled }) {
        const answer = await queryFulfilled.catch(() => undefined)
        if (answer) void dispatch(quarantineApi.util.upsertQueryData('quarantine', undefined, answer.data))
      },
    }),
  }),
})

export const { useQuarantineQuery, useRetryQuarantinedMutation, useDiscardQuarantinedMutation } = quarantineApi
