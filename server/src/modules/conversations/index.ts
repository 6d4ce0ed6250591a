// Owns conversations: the summary of each thread, what the team shares about it (archived, assigned, snoozed, tags), and
// what each member has not read. Derives summaries from the rows of `message`, which it reads but never writes.
// Publishes `conversation.changed`. Must not depend on messages, carriers or the inbox.
import { defineModule } from '../../kernel/module.ts'
import { provide } from '../../kernel/ports.ts'
import { contactMessages } from '../contacts/index.ts'
import { contactData } from './contact-data.ts'
import { routes } from './routes.ts'
import { conversationEvents } from './socket-events.ts'
import { messagesOfContacts } from './views.ts'

export { publishConversationChanges, publishDeliveries, publishFailures } from './changes.ts'
export { previewOf } from './rules.ts'
export { lockThreads, mergeConversations, splitConversations, deleteConversation } from './store/merge.ts'
export { removeFromConversations } from './store/purging.ts'
export { sortIdOf } from './store/position.ts'
export {
  assignIfUnassigned,
  ensureConversation,
  setArchived,
  setAssignee,
  setSnooze,
  setTags,
} from './store/shared-state.ts'
export { countAssigned, listEndedSnoozes, lockConversations, lockOutOfReach, tagIdsOf } from './store/shared-state.ts'
export { lineOfConversation, updateConversationSummaries } from './store/summaries.ts'
export {
  changeUnheardVoicemails,
  clearFailed,
  isAnyScheduled,
  noteFailures,
  noteNextDue,
  restoreSummary,
  showTranslated,
} from './store/summary-changes.ts'
export { tagsExist } from './store/tags.ts'
export { callAttention, countUnread, setAllRead, setRead } from './store/unread.ts'
export { unreadMessages, unreadOrder, unreadSince, usersWhoSee } from './store/unread.ts'
export { conversationTags } from './views.ts'

export const module = defineModule({
  name: 'conversations',
  owns: ['conversation', 'conversation_tag', 'tag', 'unread', 'unread_order'],
  provides: [provide(contactMessages, messagesOfContacts)],
  contactData,
  routes,
  toSocketEvents: conversationEvents,
})
