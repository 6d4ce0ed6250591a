/** What a contact has besides custom fields, groups and consent, in the order of lists. */
export const CONTACT_ATTRIBUTES = [
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
] as const

/** The columns of a contact export; custom fields are `custom.` plus their key. */
export const EXPORT_COLUMNS = [
  ...CONTACT_ATTRIBUTES,
  'groups',
  'shifts',
  'reach',
  'optedOutAt',
  'source',
  'createdAt',
] as const

/** The sort orders of a contact list. Contacts without a value come last in both directions. */
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

/** The most values of one column of an import that are replaced by a choice of a custom field. */
export const IMPORT_REPLACEMENTS_MAX = 200
