import { api } from '../../shared/api/base.ts'
import { call, type Reply, type CallInput } from '../../shared/api/from-contract.ts'
import { listOf, tagOf } from '../../shared/api/tags.ts'
import type { GroupListQuery } from './list/groups-url.ts'

type BodyOf<N extends 'createGroup' | 'editGroup' | 'addToGroup' | 'removeFromGroup' | 'copyGroup' | 'previewFilter'> =
  CallInput<N>['body']

const pageSize = 50
// A change of membership changes the counts of groups, and the groups each contact shows.
const membership = [listOf('Group'), listOf('Contact')]

const groups = api.injectEndpoints({
  endpoints: (build) => ({
    // The whole response is cached, because the session reads the names from it too.
    groupValues: build.query<Reply<'groupValues'>, void>({
      query: () => call('groupValues', {}),
      providesTags: [listOf('Group')],
      keepUnusedDataFor: 3600,
    }),
    groupList: build.infiniteQuery<Reply<'groupPage'>, GroupListQuery, string>({
      query: ({ queryArg: { search, type, sort, order }, pageParam }) =>
        call('groupPage', {
          query: { search, sort, order, pageSize, ...(type && { type }), ...(pageParam && { cursor: pageParam }) },
        }),
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: (last) => last.nextCursor },
      providesTags: [listOf('Group')],
    }),
    oneGroup: build.query<Reply<'readGroups'>, string>({
      query: (id) => call('readGroups', { query: { id } }),
      providesTags: (_answer, _error, id) => [listOf('Group'), tagOf('Group', id)],
    }),
    groupUses: build.query<Reply<'groupUses'>, string>({
      query: (id) => call('groupUses', { query: { id } }),
      providesTags: [listOf('Group')],
      keepUnusedDataFor: 0,
    }),
    filterPreview: build.query<Reply<'previewFilter'>, BodyOf<'previewFilter'>['filter']>({
      query: (filter) => call('previewFilter', { body: { filter } }),
      keepUnusedDataFor: 30,
    }),
    createGroup: build.mutation<Reply<'createGroup'>, BodyOf<'createGroup'>>({
      query: (body) => call('createGroup', { body }),
      invalidatesTags: (answer) => (answer ? membership : []),
    }),
    editGroup: build.mutation<Reply<'editGroup'>, { id: string; change: BodyOf<'editGroup'> }>({
      query: ({ id, change }) => call('editGroup', { query: { id }, body: change }),
      invalidatesTags: (answer) => (answer ? membership : []),
    }),
    deleteGroup: build.mutation<Reply<'deleteGroup'>, string>({
      query: (id) => call('deleteGroup', { query: { id } }),
      invalidatesTags: (answer) => (answer ? membership : []),
    }),
    refreshGroup: build.mutation<Reply<'refreshGroup'>, string>({
      query: (groupId) => call('refreshGroup', { params: { groupId } }),
      invalidatesTags: [listOf('Group')],
    }),
  }),
})

interface Asking {
  skip?: boolean
  /** Reloads a response that is older than this, in seconds. */
  refetchOnMountOrArgChange?: number
}

/** Loads every group of the organization with its number of contacts. */
export function useGroupValues(asking: Asking = {}) {
  const { data, isError, refetch } = groups.useGroupValuesQuery(undefined, asking)
  return { data: data?.groups, isError, refetch }
}

export const {
  useGroupListInfiniteQuery,
  useOneGroupQuery,
  useGroupUsesQuery,
  useFilterPreviewQuery,
  useCreateGroupMutation,
  useEditGroupMutation,
  useDeleteGroupMutation,
  useRefreshGroupMutation,
} = groups
