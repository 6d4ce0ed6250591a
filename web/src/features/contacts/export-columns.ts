import type { EXPORT_COLUMNS as said } from '@crewline/contract/roster'

/** Every standard column of an export, as the contract has them; its schemas stay with the server. */
export const EXPORT_COLUMNS: [...typeof said] = [
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
]
