import { defineEvent } from '../../kernel/events/define.ts'

/** Contacts answered a question of a flow, or changed an answer. For an anonymous flow it names no contacts. */
export const FlowAnswered = defineEvent<{ flowId: string; contactIds: string[]; sessionIds: string[] }>('flow.answered')
