import type { Broadcast } from '@crewline/contract/broadcasts'
import { api } from '../../shared/api/base.ts'
import { call, type Reply, type CallInput } from '../../shared/api/from-contract.ts'
import { showAnswer, type Started } from '../../shared/api/show-answer.ts'
import { listOf, tagOf } from '../../shared/api/tags.ts'

type BodyOf<
  N extends
    | 'createBroadcast'
    | 'editBroadcast'
    | 'followUpBroadcast'
    | 'launchBroadcast'
    | 'countRecipients'
    | 'listChosen'
    | 'previewBroadcast'
    | 'translateBroadcast',
> = CallInput<N>['body']

/** What the list of broadcasts shows: a group of states and a search. */
export type BroadcastListQuery = Required<
  Pick<NonNullable<CallInput<'pageBroadcasts'>['query']>, 'status' | 'searchText'>
>

/** The chosen people of an audience, or those who get nothing for one reason. */
export type ChosenListQuery = BodyOf<'listChosen'> &
  Pick<NonNullable<CallInput<'listChosen'>['query']>, 'reason' | 'resting'>

const pageSize = 50
const previewSize = 10

const nextCursor = (last: { nextCursor?: string | undefined }): string | undefined => last.nextCursor
/** Lists continue at the cursor of the page before. */
export const paging = { initialPageParam: '', getNextPageParam: nextCursor }
/** Returns the query of one page. */
export const from = (cursor: string, size = pageSize) => ({ pageSize: size, ...(cursor && { cursor }) })

/** Returns the tag of a broadcast, or of one of its runs. */
export const broadcastTag = (id: string) => tagOf('Broadcast', id)

/** A change of a broadcast changes the lists; what is known about it is replaced by the response. */
const changed = (answer: { broadcast: Broadcast } | undefined) =>
  answer ? [listOf('Broadcast'), tagOf('Broadcast', answer.broadcast.id)] : []

function showChange(_query: unknown, started: Started<{ broadcast: Broadcast }>): Promise<void> {
  return showAnswer(started, ({ broadcast }) =>
    broadcasts.util.updateQueryData('oneBroadcast', broadcast.id, (known) => {
      known.broadcast = broadcast
    }),
  )
}

const broadcasts = api.injectEndpoints({
  endpoints: (build) => ({
    broadcastList: build.infiniteQuery<Reply<'pageBroadcasts'>, BroadcastListQuery, string>({
      query: ({ queryArg: { status, searchText }, pageParam }) =>
        call('pageBroadcasts', { query: { status, searchText, ...from(pageParam) } }),
      infiniteQueryOptions: paging,
      providesTags: [listOf('Broadcast')],
    }),
    oneBroadcast: build.query<Reply<'readBroadcast'>, string>({
      query: (id) => call('readBroadcast', { params: { id } }),
      // Work in the background is announced by the id of the run.
      providesTags: (answer, _error, id) => [id, ...(answer?.runs ?? []).map((run) => run.id)].map(broadcastTag),
    }),
    createBroadcast: build.mutation<Reply<'createBroadcast'>, BodyOf<'createBroadcast'>>({
      query: (body) => call('createBroadcast', { body }),
      invalidatesTags: (answer) => (answer ? [listOf('Broadcast')] : []),
    }),
    // The draft is not fetched again after each saved change: the response already holds it.
    editBroadcast: build.mutation<Reply<'editBroadcast'>, { id: string; change: BodyOf<'editBroadcast'> }>({
      query: ({ id, change }) => call('editBroadcast', { query: { id }, body: change }),
      onQueryStarted: showChange,
      invalidatesTags: (answer) => (answer ? [listOf('Broadcast')] : []),
    }),
    deleteBroadcast: build.mutation<Reply<'deleteBroadcast'>, string>({
      query: (id) => call('deleteBroadcast', { query: { id } }),
      invalidatesTags: (answer) => (answer ? [listOf('Broadcast')] : []),
    }),
    archiveBroadcast: build.mutation<Reply<'toggleBroadcastArchive'>, { id: string; isArchived: boolean }>({
      query: ({ id, isArchived }) => call('toggleBroadcastArchive', { query: { id }, body: { archived: isArchived } }),
      onQueryStarted: showChange,
      invalidatesTags: changed,
    }),
    duplicateBroadcast: build.mutation<Reply<'duplicateBroadcast'>, string>({
      query: (id) => call('duplicateBroadcast', { params: { id } }),
      invalidatesTags: (answer) => (answer ? [listOf('Broadcast')] : []),
    }),
    followUpBroadcast: build.mutation<Reply<'followUpBroadcast'>, { id: string; part: BodyOf<'followUpBroadcast'> }>({
      query: ({ id, part }) => call('followUpBroadcast', { params: { id }, body: part }),
      invalidatesTags: (answer) => (answer ? [listOf('Broadcast')] : []),
    }),

    recipientCount: build.query<Reply<'countRecipients'>, BodyOf<'countRecipients'>>({
      query: (body) => call('countRecipients', { body }),
      keepUnusedDataFor: 30,
      // What the spending cap leaves changes with the cap and the plan.
      providesTags: [listOf('Billing')],
    }),
    chosenList: build.infiniteQuery<Reply<'listChosen'>, ChosenListQuery, string>({
      query: ({ queryArg: { reason, resting, ...body }, pageParam }) =>
        call('listChosen', {
          query: { ...(reason && { reason }), ...(resting && { resting }), ...from(pageParam) },
          body,
        }),
      infiniteQueryOptions: paging,
      keepUnusedDataFor: 30,
    }),
    broadcastPreview: build.infiniteQuery<
      Reply<'previewBroadcast'>,
      BodyOf<'previewBroadcast'> & { contactId?: string },
      string
    >({
      query: ({ queryArg: { contactId, ...body }, pageParam }) =>
        call('previewBroadcast', { query: { ...(contactId && { contactId }), ...from(pageParam, previewSize) }, body }),
      infiniteQueryOptions: paging,
      keepUnusedDataFor: 30,
    }),
    translateBroadcast: build.mutation<Reply<'translateBroadcast'>, BodyOf<'translateBroadcast'>>({
      query: (body) => call('translateBroadcast', { body }),
    }),
    matchNumbers: build.mutation<Reply<'matchNumbers'>, string>({
      query: (text) => call('matchNumbers', { body: { text } }),
    }),
    addNumbers: build.mutation<Reply<'addNumbers'>, string[]>({
      query: (numbers) => call('addNumbers', { body: { numbers } }),
      invalidatesTags: (answer) => (answer ? [listOf('Contact')] : []),
    }),

    launchBroadcast: build.mutation<Reply<'launchBroadcast'>, { id: string; agreed: BodyOf<'launchBroadcast'> }>({
      query: ({ id, agreed }) => call('launchBroadcast', { params: { id }, body: agreed }),
      onQueryStarted: showChange,
      invalidatesTags: changed,
    }),
    pauseBroadcast: build.mutation<Reply<'pauseBroadcast'>, string>({
      query: (id) => call('pauseBroadcast', { params: { id } }),
      onQueryStarted: showChange,
      invalidatesTags: changed,
    }),
    resumeBroadcast: build.mutation<Reply<'resumeBroadcast'>, string>({
      query: (id) => call('resumeBroadcast', { params: { id } }),
      onQueryStarted: showChange,
      invalidatesTags: changed,
    }),
    stopBroadcast: build.mutation<Reply<'stopBroadcast'>, string>({
      query: (id) => call('stopBroadcast', { params: { id } }),
      onQueryStarted: showChange,
      invalidatesTags: changed,
    }),
    stopBroadcastReminders: build.mutation<Reply<'stopBroadcastReminders'>, string>({
      query: (id) => call('stopBroadcastReminders', { params: { id } }),
      onQueryStarted: showChange,
      invalidatesTags: changed,
    }),
    approveBroadcast: build.mutation<Reply<'approveBroadcast'>, { id: string; isApproved: boolean; comment: string }>({
      query: ({ id, isApproved, comment }) =>
        call('approveBroadcast', { params: { id }, body: { approved: isApproved, comment } }),
      onQueryStarted: showChange,
      invalidatesTags: changed,
    }),
    testBroadcast: build.mutation<Reply<'testBroadcast'>, string>({
      query: (id) => call('testBroadcast', { params: { id } }),
    }),
    skipNextDate: build.mutation<Reply<'skipNextDate'>, { id: string; nextAt: string }>({
      query: ({ id, nextAt }) => call('skipNextDate', { params: { id }, query: { nextAt } }),
      onQueryStarted: showChange,
      invalidatesTags: changed,
    }),
    nextSchedule: build.query<Reply<'nextSchedule'>, string>({
      query: (broadcastId) => call('nextSchedule', { query: { broadcastId } }),
      providesTags: (_answer, _error, id) => [tagOf('Broadcast', id)],
    }),
    broadcastProgress: build.query<Reply<'broadcastProgress'>, string>({
      query: (id) => call('broadcastProgress', { params: { id } }),
      providesTags: (_answer, _error, id) => [tagOf('Broadcast', id)],
      keepUnusedDataFor: 0,
    }),
  }),
})

export const {
  useBroadcastListInfiniteQuery,
  useOneBroadcastQuery,
  useCreateBroadcastMutation,
  useEditBroadcastMutation,
  useDeleteBroadcastMutation,
  useArchiveBroadcastMutation,
  useDuplicateBroadcastMutation,
  useFollowUpBroadcastMutation,
  useRecipientCountQuery,
  useChosenListInfiniteQuery,
  useBroadcastPreviewInfiniteQuery,
  useTranslateBroadcastMutation,
  useMatchNumbersMutation,
  useAddNumbersMutation,
  useLaunchBroadcastMutation,
  usePauseBroadcastMutation,
  useResumeBroadcastMutation,
  useStopBroadcastMutation,
  useStopBroadcastRemindersMutation,
  useApproveBroadcastMutation,
  useTestBroadcastMutation,
  useSkipNextDateMutation,
  useNextScheduleQuery,
  useBroadcastProgressQuery,
} = broadcasts

/** What was read last of the progress of a broadcast; fetches nothing. */
export const useKnownProgress = (id: string) => broadcasts.endpoints.broadcastProgress.useQueryState(id).currentData
