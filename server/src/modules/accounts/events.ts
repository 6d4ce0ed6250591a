import { defineEvent } from '../../kernel/events/define.ts'

/** A user pinned, unpinned or moved apps. */
export const PinsChanged = defineEvent<{ userId: string }>('pins.changed')
