import { defineEvent } from '../../kernel/events/define.ts'

/** A conversation was assigned to a member, claimed, or unassigned (null). */
export const ConversationAssigned = defineEvent<{ contactId: string; userId: string | null; byId: string }>(
  'conversation.assigned',
)
/**
 * The unread state of a member changed by their own action or by a mention; null when there are too many conversations
 * to list.
 */
export const UnreadChanged = defineEvent<{ userId: string; contactIds: string[] | null }>('conversation.read')
/** A note mentions members. */
export const NoteMentioned = defineEvent<{ messageId: string; contactId: string; userIds: string[]; byId: string }>(
  'note.mentioned',
)
/** A member's draft for a contact changed or was removed. */
export const DraftChanged = defineEvent<{ contactId: string; userId: string }>('draft.changed')
/** A member left a shift note or marked one as read. */
export const ShiftNoteChanged = defineEvent<{ id: string }>('shift-note.changed')
