// Owns what the team does with conversations: tags, drafts, mutes, saved views, acts on many; and shows lists and threads.
// Tells who writes to a worker or looks at them, drafts, assignments, mentions, what woke, and each member what they have read.
// Must never know carriers.
import { defineRoom } from '../../kernel/room.ts'
import { firstReply } from '../messages/index.ts'
import { answered } from './first-reply.ts'
import { inboxEvents } from './live.ts'
import { hearPresence, tellPresence } from './presence.ts'
import { routes } from './routes.ts'
import { startBulkRuns } from './runs.ts'
import { tellTyping } from './typing.ts'
import { waking } from './waking.ts'

export { ConversationAssigned, NoteMentioned, UnreadChanged } from './facts.ts'
export { dropOwn, foldOwn, unfoldOwn, type MovedOwn } from './store/person.ts'
export { runBulk } from './runs.ts'
export { wakeDue } from './waking.ts'

firstReply.fill(answered)

export const room = defineRoom({
  name: 'inbox',
  owns: ['conversation_mute', 'tag', 'draft', 'saved_view', 'bulk_run'],
  routes,
  tells: inboxEvents,
  hears: [tellTyping, tellPresence],
  crons: [waking],
  runs: [
    {
      role: 'web',
      start: async (kernel) => {
        hearPresence(kernel)
        return { stop: async () => {} }
      },
    },
    { role: 'worker', start: async (kernel) => startBulkRuns(kernel) },
  ],
})
