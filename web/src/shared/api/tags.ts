/** What answers are about; a change of one thing makes the lists that hold it load again. */
export const tagTypes = [
  'Me',
  'Conversation',
  'Thread',
  'Contact',
  'Group',
  'Team',
  'Session',
  'Notice',
  'Update',
  'InboxTag',
  'View',
  'Run',
  'Scheduled',
  'Reply',
  'Keyword',
  'OrgSettings',
  'Holiday',
  'Voicemail',
  'Line',
  'Import',
  'CustomField',
  'Family',
] as const
export type TagType = (typeof tagTypes)[number]

/** The tag of a whole list. */
export const LIST = 'LIST'

/** The tag of one thing by its id. */
export function tagOf<T extends TagType>(type: T, id: string): { type: T; id: string } {
  return { type, id }
}

/** The tag of a list of things. */
export function listOf<T extends TagType>(type: T): { type: T; id: string } {
  return { type, id: LIST }
}
