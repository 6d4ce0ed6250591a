import { api } from '../../shared/api/base.ts'
import { call, type Reply, type CallInput } from '../../shared/api/from-contract.ts'
import { listOf } from '../../shared/api/tags.ts'

const notifications = api.injectEndpoints({
  endpoints: (build) => ({
    notificationPrefs: build.query<Reply<'notificationPrefs'>, void>({
      query: () => call('notificationPrefs', {}),
      providesTags: [listOf('Notice')],
      keepUnusedDataFor: 3600,
    }),
    editNotificationPrefs: build.mutation<Reply<'editNotificationPrefs'>, CallInput<'editNotificationPrefs'>['body']>({
      query: (body) => call('editNotificationPrefs', { body }),
      async onQueryStarted(change, { dispatch, getState, queryFulfilled }) {
        // A read that began before this change would bring back the choice from before. The first one must end: there is
        // nothing else to show.
        if (prefsEndpoint.select()(getState()).data)
          dispatch(notifications.util.getRunningQueryThunk('notificationPrefs', undefined))?.abort()
        const patch = dispatch(
          notifications.util.updateQueryData('notificationPrefs', undefined, (draft) => {
            Object.assign(draft.prefs, change)
          }),
        )
        await queryFulfilled.catch(() => patch.undo())
      },
      // Settings that were still loading when the change was made may lack it. After a refusal they are read as well, because
      // a read was ended for it.
      invalidatesTags: [listOf('Notice')],
    }),
    addPushDevice: build.mutation<Reply<'addPushDevice'>, CallInput<'addPushDevice'>['body']>({
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
/** The notification settings endpoint, for code outside of components. */
export const prefsEndpoint = notifications.endpoints.notificationPrefs
/** The change of the notification settings, for tests. */
export const editPrefsEndpoint = notifications.endpoints.editNotificationPrefs
/** Registers this browser for push messages, or confirms its registration. */
export const addDeviceEndpoint = notifications.endpoints.addPushDevice
/** Fetches and caches the notification settings. */
export const fetchPrefs = () => prefsEndpoint.initiate()
