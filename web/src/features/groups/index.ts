// Owns the groups of an organization and how lists are narrowed to them. Must never know messages.
export { useGroupValues } from './api.ts'
export { GroupFilter } from './GroupFilter.tsx'
export { groupsLive } from './live.ts'
export { usePeopleTabs } from './usePeopleTabs.ts'
