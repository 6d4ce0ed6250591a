import type { ContactRun, ContactView } from '@crewline/contract/contact-lists'
import { api } from '../../../shared/api/base.ts'
import { call, type Reply, type CallInput } from '../../../shared/api/from-contract.ts'
import { listOf, tagOf } from '../../../shared/api/tags.ts'

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
      providesTags: (_answer, _error, id) => [tagOf('Run', id)],
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

/** The progress of a run, read again with every live event about it while something subscribes to it. */
export const contactRun = bulkActionsApi.endpoints.contactRun

export const {
  useLazyCountPickedQuery,
  useActOnContactsMutation,
  useContactRunsQuery,
  useUndoContactRunMutation,
  useContactViewsQuery,
  useSaveContactViewMutation,
  useDeleteContactViewMutation,
} = bulkActionsApi
