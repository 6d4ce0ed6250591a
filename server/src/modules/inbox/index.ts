// Owns the team's work on conversations: tags, drafts, mutes, saved views, shift notes and bulk actions; provides lists and threads.
// Publishes typing, presence, drafts, assignments, mentions, ended snoozes, and each member's own read state. Must not
// depend on carriers.
import { defineModule } from '../../kernel/module.ts'
import { provide } from '../../kernel/ports.ts'
import { firstReply } from '../messages/index.ts'
import { memberWork } from '../team/index.ts'
import { contactData } from './contact-data.ts'
import { answered } from './first-reply.ts'
import { handOverRun, workOfMembers } from './hand-over.ts'
import { inboxEvents } from './socket-events.ts'
import { subscribeToPresence, presenceHandler } from './presence.ts'
import { routes } from './routes.ts'
import { conversationRun } from './runs.ts'
import { typingHandler } from './typing.ts'
import { waking } from './unsnooze.ts'
import { viewsWithGroup } from './views/uses.ts'

export { ConversationAssigned, NoteMentioned, UnreadChanged } from './events.ts'
export { runBulk } from './runs.ts'
export { wakeDue } from './unsnooze.ts'

export const module = defineModule({
  name: 'inbox',
  owns: ['conversation_mute', 'draft', 'saved_view', 'shift_note', 'shift_note_read', 'bulk_run'],
  provides: [provide(firstReply, answered), provide(memberWork, workOfMembers)],
  contactData,
  uses: { ofGroup: viewsWithGroup },
  routes,
  toSocketEvents: inboxEvents,
  clientEvents: [typingHandler, presenceHandler],
  crons: [waking],
  durableRuns: [conversationRun, handOverRun],
  runs: [
    {
      role: 'web',
      start: async (kernel) => {
        subscribeToPresence(kernel)
        return { stop: async () => {} }
      },
    },
  ],
})
