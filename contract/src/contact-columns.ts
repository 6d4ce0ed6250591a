/** The columns a list of workers can be exported with; custom fields as `custom.` and their key. */
export const EXPORT_COLUMNS = [
  'firstname',
  'lastname',
  'preferredName',
  'phone',
  'email',
  'employeeId',
  'jobTitle',
  'department',
  'location',
  'language',
  'timezone',
  'work',
  'hireDate',
  'birthday',
  'groups',
  'reach',
  'optedOutAt',
  'source',
  'createdAt',
] as const

/** What a list of workers can be ordered by. Who has none of it comes last in either direction. */
export const CONTACT_SORTS = [
  'name',
  'createdAt',
  'phone',
  'status',
  'lastMessageAt',
  'employeeId',
  'jobTitle',
  'department',
  'location',
  'work',
  'hireDate',
  'birthday',
  'preferredName',
  'email',
  'language',
  'timezone',
] as const
export type ContactSort = (typeof CONTACT_SORTS)[number]
