// Owns the groups of an organization and how lists are narrowed to them. Must not depend on messages.
export { useGroupValues } from './api.ts'
export { FilterPreview } from './edit/FilterPreview.tsx'
export { GroupFilter } from './GroupFilter.tsx'
export { groupsLive } from './live.ts'
export { useContactsTabs } from './useContactsTabs.ts'
