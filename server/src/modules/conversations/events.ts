import { defineEvent } from '../../kernel/events/define.ts'

/** The shared state of conversations changed: archived, assigned, snoozed, tagged, waiting. */
export const ConversationChanged = defineEvent<{ contactIds: string[] }>('conversation.changed')
