import { defineFact } from '../../kernel/facts/define.ts'

/** What people decide about a group changed, or it was deleted. */
export const GroupEdited = defineFact<{ groupId: string }>('group.edited')

/** Workers joined or left a group that other groups may ask for; a crowd is not named. */
export const GroupChanged = defineFact<{ groupId: string; contactIds: string[]; isCrowd?: boolean }>('group.changed')
