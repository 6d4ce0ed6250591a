import type { Celebration } from '@crewline/contract/celebrations'
import type { Form } from '@crewline/contract/forms'
import { api } from '../../shared/api/base.ts'
import { call, type CallInput, type Reply } from '../../shared/api/from-contract.ts'
import { keepNewer, showAnswer, type Started } from '../../shared/api/show-answer.ts'
import { listOf } from '../../shared/api/tags.ts'

export type ComingCelebration = Reply<'comingCelebrations'>['data'][number]
export type CelebrationDay = Reply<'celebrationCalendar'>['days'][number]
export type CelebrationSend = Reply<'celebrationSends'>['data'][number]

type Saved = Pick<Reply<'saveCelebration'>, 'celebration' | 'leftOut'>

function showSaved(_query: unknown, started: Started<Saved>): Promise<void> {
  return showAnswer(started, ({ celebration }) =>
    celebrationsApi.util.updateQueryData('celebration', celebration.id, () => celebration),
  )
}

const celebrationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    celebrations: build.query<Celebration[], void>({
      query: () => call('celebrations', { query: {} }),
      transformResponse: (reply: Reply<'celebrations'>) => reply.celebrations,
      providesTags: [listOf('Celebration')],
    }),
    celebration: build.query<Celebration | undefined, string>({
      query: (id) => call('celebrations', { query: { id } }),
      transformResponse: (reply: Reply<'celebrations'>) => reply.celebrations[0],
      merge: keepNewer,
      providesTags: [listOf('Celebration')],
    }),
    saveCelebration: build.mutation<Saved, { id: string | undefined; body: CallInput<'saveCelebration'>['body'] }>({
      query: ({ id, body }) => call('saveCelebration', { query: id === undefined ? {} : { id }, body }),
      // Also after a refusal: what a teammate changed must be shown.
      invalidatesTags: [listOf('Celebration')],
      onQueryStarted: showSaved,
    }),
    deleteCelebration: build.mutation<Reply<'deleteCelebration'>, string>({
      query: (id) => call('deleteCelebration', { query: { id } }),
      invalidatesTags: (answer) => (answer ? [listOf('Celebration')] : []),
    }),
    comingCelebrations: build.infiniteQuery<
      Reply<'comingCelebrations'>,
      { id: string; day?: string },
      string | undefined
    >({
      infiniteQueryOptions: { initialPageParam: undefined, getNextPageParam: (last) => last.nextCursor },
      query: ({ queryArg, pageParam: cursor }) =>
        call('comingCelebrations', { query: { ...queryArg, ...(cursor && { cursor }) } }),
      providesTags: [listOf('Celebration')],
    }),
    celebrationCalendar: build.query<Reply<'celebrationCalendar'>, string>({
      query: (id) => call('celebrationCalendar', { query: { id } }),
      providesTags: [listOf('Celebration')],
    }),
    celebrationReach: build.query<Reply<'celebrationReach'>, string>({
      query: (id) => call('celebrationReach', { query: { id } }),
      providesTags: [listOf('Celebration')],
    }),
    celebrationSends: build.infiniteQuery<Reply<'celebrationSends'>, string, string | undefined>({
      infiniteQueryOptions: { initialPageParam: undefined, getNextPageParam: (last) => last.nextCursor },
      query: ({ queryArg: id, pageParam: cursor }) =>
        call('celebrationSends', { query: { id, ...(cursor && { cursor }) } }),
      providesTags: [listOf('Celebration')],
      keepUnusedDataFor: 5,
    }),
    skipCelebration: build.mutation<Reply<'skipCelebration'>, CallInput<'skipCelebration'>['body']>({
      query: (body) => call('skipCelebration', { body }),
      invalidatesTags: (answer) => (answer ? [listOf('Celebration')] : []),
    }),
    testCelebration: build.mutation<Reply<'testCelebration'>, CallInput<'testCelebration'>['body']>({
      query: (body) => call('testCelebration', { body }),
    }),
    celebrationDigest: build.query<boolean, void>({
      query: () => call('celebrationDigest', {}),
      transformResponse: (reply: Reply<'celebrationDigest'>) => reply.isOn,
    }),
    setCelebrationDigest: build.mutation<Reply<'setCelebrationDigest'>, boolean>({
      query: (isOn) => call('setCelebrationDigest', { body: { isOn } }),
      onQueryStarted: async (isOn, { dispatch, queryFulfilled }) => {
        const saved = await queryFulfilled.catch(() => undefined)
        if (saved) await dispatch(celebrationsApi.util.upsertQueryData('celebrationDigest', undefined, isOn))
      },
    }),
    askForDate: build.mutation<Form, CallInput<'askForDate'>['body']>({
      query: (body) => call('askForDate', { body }),
      transformResponse: (reply: Reply<'askForDate'>) => reply.form,
      invalidatesTags: (answer) => (answer ? [listOf('Form')] : []),
    }),
    startAsking: build.mutation<Reply<'createBroadcast'>, CallInput<'createBroadcast'>['body']>({
      query: (body) => call('createBroadcast', { body }),
      invalidatesTags: (answer) => (answer ? [listOf('Broadcast')] : []),
    }),
  }),
})

export const {
  useCelebrationsQuery,
  useCelebrationQuery,
  useSaveCelebrationMutation,
  useDeleteCelebrationMutation,
  useComingCelebrationsInfiniteQuery,
  useCelebrationCalendarQuery,
  useCelebrationReachQuery,
  useCelebrationSendsInfiniteQuery,
  useSkipCelebrationMutation,
  useTestCelebrationMutation,
  useCelebrationDigestQuery,
  useSetCelebrationDigestMutation,
  useAskForDateMutation,
  useStartAskingMutation,
} = celebrationsApi
