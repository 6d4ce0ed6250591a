import { bulkConversations, countConversations } from '@crewline/contract/bulk'
import { readDraft, saveDraft } from '@crewline/contract/drafts'
import {
  archiveConversation,
  assignConversation,
  waitingReplies,
  conversation,
  conversations,
  inboxMembers,
  muteConversation,
  readAllConversations,
  readConversation,
  snoozeConversation,
  tagConversation,
} from '@crewline/contract/inbox'
import { writeNote } from '@crewline/contract/notes'
import { createView, deleteView, savedViews } from '@crewline/contract/saved-views'
import { createShiftNote, readShiftNote, waitingQueue } from '@crewline/contract/shift-notes'
import { serve } from '../../kernel/http/serve.ts'
import * as bulk from './bulk.ts'
import * as drafts from './drafts.ts'
import * as notes from './notes.ts'
import * as shiftNotes from './shift-notes.ts'
import * as views from './saved-views.ts'
import { archive, assign, markAllRead, markRead, mute, snooze, tag } from './service.ts'
import { countWaitingReplies } from './views/waiting-replies.ts'
import { conversationPage, narrowToVisibleGroups } from './views/list.ts'
import { membersOfInbox } from './views/members.ts'
import { readerOf } from './views/rows.ts'
import { thread } from './views/thread.ts'
import { readWaitingQueue } from './views/waiting.ts'

const conversationRoutes = serve(
  {
    conversations,
    conversation,
    archiveConversation,
    readConversation,
    readAllConversations,
    muteConversation,
    assignConversation,
    snoozeConversation,
    tagConversation,
    inboxMembers,
    waitingReplies,
    bulkConversations,
    countConversations,
  },
  {
    conversations: async (scope, { query }) =>
      conversationPage(readerOf(scope), await narrowToVisibleGroups(scope, query)),
    conversation: (scope, { params, query }) => thread(readerOf(scope), params.id, query),
    archiveConversation: (scope, { query, body }) => archive(scope, query.id, body.archived),
    readConversation: (scope, { query, body }) => markRead(scope, query.id, body.unread),
    readAllConversations: async (scope) => {
      await markAllRead(scope)
      return {}
    },
    muteConversation: (scope, { query, body }) => mute(scope, query.id, body.muted),
    assignConversation: (scope, { query, body }) => assign(scope, query.id, body),
    snoozeConversation: (scope, { query, body }) => snooze(scope, query.id, body.until),
    tagConversation: (scope, { query, body }) => tag(scope, query.id, body),
    inboxMembers: async (scope) => ({ members: await membersOfInbox(scope.db) }),
    waitingReplies: (scope) => countWaitingReplies(readerOf(scope)),
    bulkConversations: (scope, { body }) => bulk.change(scope, body),
    countConversations: (scope, { body }) => bulk.count(scope, body),
  },
)

const relatedRoutes = serve(
  {
    writeNote,
    readDraft,
    saveDraft,
    savedViews,
    createView,
    deleteView,
    waitingQueue,
    createShiftNote,
    readShiftNote,
  },
  {
    writeNote: (scope, { body }) => notes.write(scope, body),
    readDraft: (scope, { query }) => drafts.read(scope, query.id),
    saveDraft: (scope, { body }) => drafts.save(scope, body),
    savedViews: (scope) => views.list(scope),
    createView: (scope, { body }) => views.create(scope, body),
    deleteView: async (scope, { query }) => {
      await views.remove(scope, query.id)
      return {}
    },
    waitingQueue: async (scope, { query }) => {
      const reader = readerOf(scope)
      const [queue, shiftNote] = await Promise.all([
        readWaitingQueue(reader, query.repliesTo),
        shiftNotes.unread(scope),
      ])
      return { ...queue, shiftNote }
    },
    createShiftNote: (scope, { body }) => shiftNotes.create(scope, body),
    readShiftNote: async (scope, { query }) => {
      await shiftNotes.markRead(scope, query.id)
      return {}
    },
  },
)

export const routes = [...conversationRoutes, ...relatedRoutes]
