// Constants of the HR connector, without schemas, because the pages import them too.

/** The longest text taken from an HR system. */
export const HR_TEXT_MAX = 200
/** The most departments that can be chosen. */
export const HR_DEPARTMENTS_MAX = 200
/** A sync can be undone for this long, in ms. */
export const HR_UNDO_MS = 7 * 86_400_000
/** So few leavers never make a sync ask, unless they are half of the people. */
export const HR_FEW = 5

/** The fields of a contact that an HR system can fill. */
export const HR_FIELDS = [
  'firstname',
  'lastname',
  'preferredName',
  'phone',
  'email',
  'employeeId',
  'jobTitle',
  'department',
  'location',
  'hireDate',
  'birthday',
] as const

/** Whose value of a field counts; `HrAuthority` says what each means. */
export const HR_AUTHORITIES = ['hr', 'newest', 'app', 'off'] as const
