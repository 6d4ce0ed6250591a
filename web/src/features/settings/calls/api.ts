import { api } from '../../../shared/api/base.ts'
import { call, type Reply, type Saying } from '../../../shared/api/from-contract.ts'

/** What callers hear, at all numbers and at those that differ. */
export type Greetings = Reply<'greeting'>

const greetings = api.injectEndpoints({
  endpoints: (build) => ({
    greetings: build.query<Greetings, void>({
      query: () => call('greeting', {}),
      // Links to recordings grow old.
      keepUnusedDataFor: 0,
    }),
    setGreeting: build.mutation<Greetings, Saying<'setGreeting'>['body']>({
      query: (body) => call('setGreeting', { body }),
      async onQueryStarted(_body, { dispatch, queryFulfilled }) {
        const answer = await queryFulfilled.catch(() => undefined)
        if (answer) void dispatch(greetings.util.upsertQueryData('greetings', undefined, answer.data))
      },
    }),
    setLineGreeting: build.mutation<Greetings, { lineId: string } & Saying<'setLineGreeting'>['body']>({
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
