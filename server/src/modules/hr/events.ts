import { defineEvent } from '../../kernel/events/define.ts'

/** The connection to the HR system, its settings, its keys or its files changed outside of a sync. */
export const HrChanged = defineEvent<Record<string, never>>('hr.changed')
