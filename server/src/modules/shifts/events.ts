import { defineEvent } from '../../kernel/events/define.ts'

/** Shifts change, or who works them. Names none: a member may see a shift and not everyone who has it. */
export const ShiftsChanged = defineEvent<Record<string, never>>('shift.changed')
