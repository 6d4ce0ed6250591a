import { defineEvent } from '../../kernel/events/define.ts'

/** The details or rules of a group changed, or the group was deleted. */
export const GroupEdited = defineEvent<{ groupId: string }>('group.edited')

/** Contacts joined or left a group that other groups may reference. With `isCrowd` the contacts are not listed. */
export const GroupChanged = defineEvent<{ groupId: string; contactIds: string[]; isWholeGroup?: boolean }>(
  'group.changed',
)
