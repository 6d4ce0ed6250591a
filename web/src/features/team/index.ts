// Owns the members of an organization and its invitations. Must not depend on messages.
export { useBillingContactsQuery, useSuccessorsQuery, useTeamSizeQuery } from './api.ts'
export { usePermissionAreas } from './roles/usePermissionAreas.ts'
export { useRoleOptions } from './useRoleOptions.ts'
export { GroupLimit } from './GroupLimit.tsx'
export { teamLive } from './live.ts'
