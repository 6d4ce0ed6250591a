import { z } from 'zod'
import { Id, Instant } from './ids.ts'
import { Tag } from './tags.ts'

/** A member as shown on conversations. */
export const Teammate = z.object({ userId: Id, firstname: z.string(), lastname: z.string() })
export type Teammate = z.infer<typeof Teammate>

/** The team-wide state of a conversation, apart from its messages. */
export const ConversationShared = z.object({
  assignee: Teammate.nullable(),
  waitingSince: Instant.nullable().describe('Since when the contact waits for a reply; null when no reply is due.'),
  snoozedUntil: Instant.nullable(),
  tags: z.array(Tag),
  nextScheduledAt: Instant.nullable().describe('When the next scheduled message is due.'),
  unheardVoicemails: z.number().int().describe('Voicemails not played yet.'),
  failed: z.boolean().describe('Whether the last message to the contact was not delivered.'),
  repliesTo: Id.nullable().describe(
    'The batch (the run of a broadcast) that everything the contact waits with replies to; null when they wait with something else, too, or not at all.',
  ),
})
export type ConversationShared = z.infer<typeof ConversationShared>
