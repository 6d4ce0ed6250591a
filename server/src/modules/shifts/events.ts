import { defineEvent } from '../../kernel/events/define.ts'

/**
 * Shifts change, or who works them; the contacts are listed where only they may work other hours. A trigger publishes it too
 * when contacts join or leave a group with a shift. Pages get no names: a member may see a shift and not everyone who has it.
 */
export const ShiftsChanged = defineEvent<{ contactIds?: string[] }>('shift.changed')
