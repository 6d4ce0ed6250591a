import { defineFact } from '../../kernel/facts/define.ts'

/** A conversation was given to a member, claimed, or given back (null). */
export const ConversationAssigned = defineFact<{ contactId: string; personId: string | null; byId: string }>(
  'conversation.assigned',
)
/** What a member has not read changed by their own act, or because somebody called them; null where it is too many to name. */
export const UnreadChanged = defineFact<{ personId: string; contactIds: string[] | null }>('conversation.read')
/** A note names members. */
export const NoteMentioned = defineFact<{ messageId: string; contactId: string; personIds: string[]; byId: string }>(
  'note.mentioned',
)
/** A member's unsent words for a worker changed or went. */
export const DraftChanged = defineFact<{ contactId: string; personId: string }>('draft.changed')
