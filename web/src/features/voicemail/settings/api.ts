import { api } from '../../../shared/api/base.ts'
import { call, type Reply, type CallInput } from '../../../shared/api/from-contract.ts'

/** The greetings, shared and per number. */
export type Greetings = Reply<'greeting'>

const greetings = api.injectEndpoints({
  endpoints: (build) => ({
    greetings: build.query<Greetings, void>({
      query: () => call('greeting', {}),
      // The links to recordings expire.
      keepUnusedDataFor: 0,
    }),
    setGreeting: build.mutation<Greetings, CallInput<'setGreeting'>['body']>({
      query: (body) => call('setGreeting', { body }),
      async onQueryStarted(_body, { dispatch, queryFulfilled }) {
        const answer = await queryFulfilled.catch(() => undefined)
        if (answer) void dispatch(greetings.util.upsertQueryData('greetings', undefined, answer.data))
      },
    }),
    setLineGreeting: build.mutation<Greetings, { lineId: string } & CallInput<'setLineGreeting'>['body']>({
      query: ({ lineId, ...body }) => call('setLineGreeting', { params: { lineId }, body }),
      async onQueryStarted(_body, { dispatch, queryFulfilled }) {
        const answer = await queryFulfilled.catch(() => undefined)
        if (answer) void dispatch(greetings.util.upsertQueryData('greetings', undefined, answer.data))
      },
    }),
    removeLineGreeting: build.mutation<Greetings, string>({
      query: (lineId) => call('removeLineGreeting', { params: { lineId } }),
      async onQueryStarted(_lineId, { dispatch, queryFulfilled }) {
        const answer = await queryFulfilled.catch(() => undefined)
        if (answer) void dispatch(greetings.util.upsertQueryData('greetings', undefined, answer.data))
      },
    }),
  }),
})

export const { useGreetingsQuery, useSetGreetingMutation, useSetLineGreetingMutation, useRemoveLineGreetingMutation } =
  greetings
