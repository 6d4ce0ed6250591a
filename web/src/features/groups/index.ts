// Owns the groups of an organization and how lists are narrowed to them. Must never know messages.
export { useGroupValuesQuery } from './api.ts'
export { GroupFilter } from './GroupFilter.tsx'
