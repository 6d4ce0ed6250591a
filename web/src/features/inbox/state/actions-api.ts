import type { Teammate } from '@crewline/contract/conversations'
import type { Conversation } from '@crewline/contract/inbox'
import type { Tag } from '@crewline/contract/tags'
import { api } from '../../../shared/api/base.ts'
import { call, type Reply, type CallInput } from '../../../shared/api/from-contract.ts'
import { listOf } from '../../../shared/api/tags.ts'
import { contactRead } from '../../../shared/lib/session/message.slice.ts'
import { fetchRow } from '../api.ts'
import { changeRow, type CacheStore } from './cache.ts'

type Shared = Conversation['shared']

/** What RTK Query passes to `onQueryStarted` of a mutation. */
interface Started extends CacheStore {
  queryFulfilled: Promise<unknown>
}

/** Updates the row optimistically; when the server refuses, restores and refetches it. */
async function atOnce(
  { dispatch, getState, queryFulfilled }: Started,
  row: Conversation,
  change: (row: Conversation) => Conversation,
): Promise<void> {
  const store = { dispatch, getState }
  let before = row
  changeRow(store, row, (current) => {
    before = current
    return change(current)
  })
  try {
    await queryFulfilled
  } catch {
    changeRow(store, row, () => before)
    await fetchRow(store, row.id)
  }
}

function sharing(part: Partial<Shared>): (row: Conversation) => Conversation {
  return (row) => ({ ...row, shared: { ...row.shared, ...part } })
}

const actionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    archive: build.mutation<Reply<'archiveConversation'>, { row: Conversation; archived: boolean }>({
      query: ({ row, archived }) => call('archiveConversation', { query: { id: row.id }, body: { archived } }),
      onQueryStarted: ({ row, archived }, started) => atOnce(started, row, (current) => ({ ...current, archived })),
    }),
    read: build.mutation<Reply<'readConversation'>, { row: Conversation; unread: boolean }>({
      query: ({ row, unread }) => call('readConversation', { query: { id: row.id }, body: { unread } }),
      async onQueryStarted({ row, unread }, started) {
        if (!unread) started.dispatch(contactRead({ contactId: row.id }))
        await atOnce(started, row, (current) => ({
          ...current,
          unreadCount: unread ? Math.max(1, current.unreadCount) : 0,
          unreadAt: unread ? (current.unreadAt ?? current.lastAt) : null,
        }))
      },
    }),
    mute: build.mutation<Reply<'muteConversation'>, { row: Conversation; muted: boolean }>({
      query: ({ row, muted }) => call('muteConversation', { query: { id: row.id }, body: { muted } }),
      onQueryStarted: ({ row, muted }, started) => atOnce(started, row, (current) => ({ ...current, muted })),
    }),
    assign: build.mutation<
      Reply<'assignConversation'>,
      { row: Conversation; assignee: Teammate | null; claim: boolean }
    >({
      query: ({ row, assignee, claim }) =>
        call('assignConversation', {
          query: { id: row.id },
          body: { assigneeId: assignee?.userId ?? null, claim },
        }),
      onQueryStarted: ({ row, assignee }, started) => atOnce(started, row, sharing({ assignee })),
    }),
    snooze: build.mutation<Reply<'snoozeConversation'>, { row: Conversation; until: string | null }>({
      query: ({ row, until }) => call('snoozeConversation', { query: { id: row.id }, body: { until } }),
      onQueryStarted: ({ row, until }, started) => atOnce(started, row, sharing({ snoozedUntil: until })),
    }),
    tagOne: build.mutation<Reply<'tagConversation'>, { row: Conversation; tag: Tag; isOn: boolean }>({
      query: ({ row, tag, isOn }) =>
        call('tagConversation', {
          query: { id: row.id },
          body: isOn ? { add: [tag.id] } : { remove: [tag.id] },
        }),
      onQueryStarted: ({ row, tag, isOn }, started) =>
        atOnce(started, row, (current) => {
          const others = current.shared.tags.filter(({ id }) => id !== tag.id)
          return sharing({ tags: isOn ? [...others, tag] : others })(current)
        }),
    }),
    bulk: build.mutation<Reply<'bulkConversations'>, CallInput<'bulkConversations'>['body']>({
      query: (body) => call('bulkConversations', { body }),
      // Many rows change at once, most of them outside the loaded part.
      invalidatesTags: (answer) => (answer ? [listOf('Conversation'), listOf('Thread')] : []),
    }),
    count: build.query<Reply<'countConversations'>, CallInput<'countConversations'>['body']>({
      query: (body) => call('countConversations', { body }),
      keepUnusedDataFor: 0,
    }),
  }),
})

export const {
  useArchiveMutation,
  useReadMutation,
  useMuteMutation,
  useAssignMutation,
  useSnoozeMutation,
  useTagOneMutation,
  useBulkMutation,
  useLazyCountQuery,
} = actionsApi
