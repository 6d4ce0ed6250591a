import { api } from '../../shared/api/base.ts'
import { call, type Reply, type CallInput } from '../../shared/api/from-contract.ts'
import { tagOf } from '../../shared/api/tags.ts'
import { meRead } from '../../shared/lib/session/auth.slice.ts'
import type { SessionState } from '../../shared/lib/session/select.ts'

const accounts = api.injectEndpoints({
  endpoints: (build) => ({
    me: build.query<Reply<'me'>, void>({
      query: () => call('me', {}),
      providesTags: [tagOf('Me', 'me')],
      // The session stores the member, so that the next start paints at once.
      async onQueryStarted(_, { dispatch, getState, queryFulfilled }) {
        const user = () => (getState() as unknown as SessionState).auth.user
        const before = user()
        const answer = await queryFulfilled.catch(() => undefined)
        if (!answer) return
        // The user saved something meanwhile, such as their pins: this answer may have been read before that.
        if (user() === before) dispatch(meRead(answer.data))
        else dispatch(api.util.invalidateTags([tagOf('Me', 'me')]))
      },
    }),
    /** Changes the user's own settings; the session stores the user, and a new token, from the response. */
    editSettings: build.mutation<Reply<'editSettings'>, NonNullable<CallInput<'editSettings'>['body']>>({
      query: (body) => call('editSettings', { body }),
    }),
  }),
})

export const { useMeQuery, useEditSettingsMutation } = accounts
