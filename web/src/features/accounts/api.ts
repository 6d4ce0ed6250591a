import { api } from '../../shared/api/base.ts'
import { call, type Reply, type CallInput } from '../../shared/api/from-contract.ts'
import { tagOf } from '../../shared/api/tags.ts'
import { meRead } from '../../shared/lib/session/auth.slice.ts'

const accounts = api.injectEndpoints({
  endpoints: (build) => ({
    me: build.query<Reply<'me'>, void>({
      query: () => call('me', {}),
      providesTags: [tagOf('Me', 'me')],
      // The session stores the member, so that the next start paints at once.
      async onQueryStarted(_, { dispatch, queryFulfilled }) {
        const answer = await queryFulfilled.catch(() => undefined)
        if (answer) dispatch(meRead(answer.data))
      },
    }),
    /** Changes the user's own settings; the session stores the user, and a new token, from the response. */
    editSettings: build.mutation<Reply<'editSettings'>, NonNullable<CallInput<'editSettings'>['body']>>({
      query: (body) => call('editSettings', { body }),
    }),
  }),
})

export const { useMeQuery, useEditSettingsMutation } = accounts
