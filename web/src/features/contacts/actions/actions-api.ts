import type { ContactRun, ContactView } from '@crewline/contract/contact-lists'
import { api } from '../../../shared/api/base.ts'
import { call, type Reply, type CallInput } from '../../../shared/api/from-contract.ts'
import { listOf } from '../../../shared/api/tags.ts'

const bulkActionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    countPicked: build.query<Reply<'countContacts'>, CallInput<'countContacts'>['body']>({
      query: (body) => call('countContacts', { body }),
      keepUnusedDataFor: 0,
    }),
    actOnContacts: build.mutation<ContactRun, CallInput<'bulkContacts'>['body']>({
      query: (body) => call('bulkContacts', { body }),
      transformResponse: (reply: Reply<'bulkContacts'>) => reply.run,
    }),
    contactRun: build.query<ContactRun, string>({
      query: (id) => call('contactRun', { params: { id } }),
      transformResponse: (reply: Reply<'contactRun'>) => reply.run,
      keepUnusedDataFor: 0,
    }),
    contactRuns: build.query<ContactRun[], void>({
      query: () => call('contactRuns', {}),
      transformResponse: (reply: Reply<'contactRuns'>) => reply.runs,
      keepUnusedDataFor: 0,
      providesTags: [listOf('Run')],
    }),
    undoContactRun: build.mutation<ContactRun, string>({
      query: (id) => call('undoContactRun', { params: { id } }),
      transformResponse: (reply: Reply<'undoContactRun'>) => reply.run,
      invalidatesTags: [listOf('Run')],
    }),
    contactViews: build.query<ContactView[], void>({
      query: () => call('contactViews', {}),
      transformResponse: (reply: Reply<'contactViews'>) => reply.views,
      providesTags: [listOf('View')],
    }),
    saveContactView: build.mutation<ContactView, CallInput<'saveContactView'>['body'] & { id?: string | undefined }>({
      query: ({ id, ...body }) => call('saveContactView', { query: { id }, body }),
      transformResponse: (reply: Reply<'saveContactView'>) => reply.view,
      invalidatesTags: (answer) => (answer ? [listOf('View')] : []),
    }),
    deleteContactView: build.mutation<Reply<'deleteContactView'>, string>({
      query: (id) => call('deleteContactView', { query: { id } }),
      invalidatesTags: (answer) => (answer ? [listOf('View')] : []),
    }),
  }),
})

/** Reads the progress of a run. */
export const fetchContactRun = bulkActionsApi.endpoints.contactRun.initiate

export const {
  useLazyCountPickedQuery,
  useActOnContactsMutation,
  useContactRunsQuery,
  useUndoContactRunMutation,
  useContactViewsQuery,
  useSaveContactViewMutation,
  useDeleteContactViewMutation,
} = bulkActionsApi
