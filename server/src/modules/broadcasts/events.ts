import { defineEvent } from '../../kernel/events/define.ts'

/** Broadcasts changed their content, their state or their figures; handlers read them as they are now. */
export const BroadcastChanged = defineEvent<{ ids: string[] }>('broadcast.changed')
