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

/** The most custom fields that a source fills. */
export const HR_CUSTOM_MAX = 40
/** The most names of what a source says beyond the standard fields that are kept. */
export const HR_SOURCE_FIELDS_MAX = 200

/** Whose value of a field counts; `HrAuthority` says what each means. */
export const HR_AUTHORITIES = ['hr', 'newest', 'app', 'off'] as const

/** What a column of a file of people can be; `fullname` is split into first and last name. */
export const HR_FILE_FIELDS = [
  'employeeId',
  'firstname',
  'lastname',
  'fullname',
  'preferredName',
  'phone',
  'email',
  'jobTitle',
  'department',
  'location',
  'hireDate',
  'birthday',
  'status',
] as const

/** The largest file of people, in bytes. */
export const HR_FILE_MAX_BYTES = 64 * 1024 * 1024
/** Files of people that an organization can send in an hour. */
export const HR_FILES_PER_HOUR = 30
/** Wrong keys that an address can send in a minute. */
export const HR_KEY_FAILURES_PER_MINUTE = 20
/** Keys of an organization that work at the same time. */
export const HR_KEYS_MAX = 10
/** The longest name of a key. */
export const HR_KEY_NAME_MAX = 60
/** What keys for sending files begin with. */
export const HR_KEY_PREFIX = 'crewline_hr_'
/** Where workers are pushed with SCIM. */
export const HR_SCIM_PATH = '/hr/scim/v2'
/** The longest welcome text in one language, in characters. */
export const HR_WELCOME_MAX = 600
/** A welcome text that no carrier took this long after its time is not sent any more, in ms. */
export const HR_WELCOME_EXPIRES_MS = 3 * 86_400_000
/** The welcome text of a new connection, by language. */
export const HR_WELCOME_TEXTS = {
  en: 'Hi {first_name|there}, welcome to {organization}. We will text you here about work. You can reply any time.',
  es: 'Hola {first_name}, te damos la bienvenida a {organization}. Aquí te escribiremos sobre el trabajo. Puedes responder cuando quieras.',
}
/** The longest public key for SFTP, as text. */
export const HR_PUBLIC_KEY_MAX = 4_000
/** The longest name of a column. */
export const HR_COLUMN_MAX = 200
