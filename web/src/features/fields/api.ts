import { useMemo } from 'react'
import type { CustomField } from '@crewline/contract/fields'
import { api } from '../../shared/api/base.ts'
import { call, type Reply, type CallInput } from '../../shared/api/from-contract.ts'
import { listOf } from '../../shared/api/tags.ts'
import { useCan } from '../../shared/lib/session/select.ts'

type Change = CallInput<'editCustomField'>['body']

const changed = (answer: unknown) => (answer ? [listOf('CustomField')] : [])

const fields = api.injectEndpoints({
  endpoints: (build) => ({
    customFields: build.query<CustomField[], void>({
      query: () => call('customFields', { query: {} }),
      transformResponse: (reply: Reply<'customFields'>) => reply.customFields,
      providesTags: [listOf('CustomField')],
      keepUnusedDataFor: 3600,
    }),
    usedCustomFields: build.query<CustomField[], void>({
      query: () => call('customFields', { query: { uses: 'true' } }),
      transformResponse: (reply: Reply<'customFields'>) => reply.customFields,
      providesTags: [listOf('CustomField')],
    }),
    deletedCustomFields: build.query<CustomField[], void>({
      query: () => call('customFields', { query: { deleted: 'true' } }),
      transformResponse: (reply: Reply<'customFields'>) => reply.customFields,
      providesTags: [listOf('CustomField')],
    }),
    customFieldRemovable: build.query<Reply<'customFieldRemovable'>, string>({
      query: (id) => call('customFieldRemovable', { params: { id } }),
      keepUnusedDataFor: 0,
    }),
    createCustomField: build.mutation<Reply<'createCustomField'>, CallInput<'createCustomField'>['body']>({
      query: (body) => call('createCustomField', { body }),
      invalidatesTags: changed,
    }),
    // Values change with the type of their field, so contacts are reloaded too.
    editCustomField: build.mutation<Reply<'editCustomField'>, { id: string; change: Change }>({
      query: ({ id, change }) => call('editCustomField', { params: { id }, body: change }),
      invalidatesTags: (answer) => (answer ? [listOf('CustomField'), 'Contact'] : []),
    }),
    deleteCustomField: build.mutation<Reply<'deleteCustomField'>, string>({
      query: (id) => call('deleteCustomField', { params: { id } }),
      invalidatesTags: (answer) => (answer ? [listOf('CustomField'), 'Contact'] : []),
    }),
    restoreCustomField: build.mutation<Reply<'restoreCustomField'>, string>({
      query: (id) => call('restoreCustomField', { params: { id } }),
      invalidatesTags: (answer) => (answer ? [listOf('CustomField'), 'Contact'] : []),
    }),
  }),
})

const none: CustomField[] = []

/**
 * Returns the custom fields, in order, whose values the member may see; empty while they load and for a member who may
 * not read contacts. A sensitive field would look empty to a member who may not see it, and the server would reject an
 * edit.
 */
export function useCustomFields(): CustomField[] {
  const mayRead = useCan('contacts.read')
  const canSeeSensitive = useCan('contacts.sensitive')
  const { data } = fields.useCustomFieldsQuery(undefined, { skip: !mayRead, refetchOnMountOrArgChange: 60 })
  return useMemo(
    () => (canSeeSensitive ? data : data?.filter(({ sensitive }) => !sensitive)) ?? none,
    [data, canSeeSensitive],
  )
}

export const {
  useCustomFieldsQuery,
  useUsedCustomFieldsQuery,
  useDeletedCustomFieldsQuery,
  useLazyCustomFieldRemovableQuery,
  useCreateCustomFieldMutation,
  useEditCustomFieldMutation,
  useDeleteCustomFieldMutation,
  useRestoreCustomFieldMutation,
} = fields
