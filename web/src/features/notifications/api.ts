import { api } from '../../shared/api/base.ts'
import { call, type Reply, type Saying } from '../../shared/api/from-contract.ts'
import { listOf } from '../../shared/api/tags.ts'

const notifications = api.injectEndpoints({
  endpoints: (build) => ({
    notificationPrefs: build.query<Reply<'notificationPrefs'>, void>({
      query: () => call('notificationPrefs', {}),
      providesTags: [listOf('Notice')],
      keepUnusedDataFor: 3600,
    }),
    editNotificationPrefs: build.mutation<Reply<'editNotificationPrefs'>, Saying<'editNotificationPrefs'>['body']>({
      query: (body) => call('editNotificationPrefs', { body }),
      async onQueryStarted(change, { dispatch, queryFulfilled }) {
        const patch = dispatch(
          notifications.util.updateQueryData('notificationPrefs', undefined, (draft) => {
            Object.assign(draft.prefs, change)
          }),
        )
        await queryFulfilled.catch(() => patch.undo())
      },
    }),
    addPushDevice: build.mutation<Reply<'addPushDevice'>, Saying<'addPushDevice'>['body']>({
      query: (body) => call('addPushDevice', { body }),
      invalidatesTags: (answer) => (answer ? [listOf('Notice')] : []),
    }),
    removePushDevice: build.mutation<Reply<'removePushDevice'>, string>({
      query: (id) => call('removePushDevice', { query: { id } }),
      invalidatesTags: (answer) => (answer ? [listOf('Notice')] : []),
    }),
    updates: build.query<Reply<'updates'>, void>({
      query: () => call('updates', {}),
      providesTags: [listOf('Update')],
    }),
    seeUpdates: build.mutation<Reply<'seeUpdates'>, void>({
      query: () => call('seeUpdates', {}),
      async onQueryStarted(_nothing, { dispatch, queryFulfilled }) {
        const patch = dispatch(
          notifications.util.updateQueryData('updates', undefined, (draft) => {
            draft.unseen = 0
          }),
        )
        await queryFulfilled.catch(() => patch.undo())
      },
    }),
    readAll: build.mutation<Reply<'readAllConversations'>, void>({
      query: () => call('readAllConversations', {}),
      invalidatesTags: (answer) => (answer ? [listOf('Conversation')] : []),
    }),
  }),
})

export const {
  useNotificationPrefsQuery,
  useEditNotificationPrefsMutation,
  useAddPushDeviceMutation,
  useRemovePushDeviceMutation,
  useUpdatesQuery,
  useSeeUpdatesMutation,
  useReadAllMutation,
} = notifications
/** What the member chose, for what is told outside of any screen. */
export const prefsEndpoint = notifications.endpoints.notificationPrefs
/** Adds this browser, or says that it is there still. */
export const addDeviceEndpoint = notifications.endpoints.addPushDevice
/** Fetches what the member chose and keeps it. */
export const askForPrefs = () => prefsEndpoint.initiate()
