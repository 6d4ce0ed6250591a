/** What responses are about; a change of one item reloads the lists that contain it. */
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
  'Waiting',
  'Run',
  'Scheduled',
  'Reply',
  'Keyword',
  'Phrase',
  'OrgSettings',
  'Holiday',
  'Shift',
  'Voicemail',
  'Line',
  'Import',
  'CustomField',
  'Family',
  'Broadcast',
  'OptIn',
  'Celebration',
  'News',
  'Form',
  'Restore',
  'Billing',
  'ApiKey',
  'Webhook',
  'Chat',
  'Sso',
  'ScimToken',
  'Hr',
  'Records',
  'Quarantine',
] as const
export type TagType = (typeof tagTypes)[number]

/** The tag id of a whole list. */
export const LIST = 'LIST'

/** Returns the tag of one item by its id. */
export function tagOf<T extends TagType>(type: T, id: string): { type: T; id: string } {
  return { type, id }
}

/** Returns the tag of a list of items. */
export function listOf<T extends TagType>(type: T): { type: T; id: string } {
  return { type, id: LIST }
}
