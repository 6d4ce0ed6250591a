import { defineEvent } from '../../kernel/events/define.ts'

/** Numbers that opted out or in. Handlers must read the current state. */
export const ConsentChanged = defineEvent<{ phones: string[] }>('consent.changed')
