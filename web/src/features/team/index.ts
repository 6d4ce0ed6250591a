// Owns the members of an organization and its invitations. Must not depend on messages.
export { useBillingContactsQuery, useSuccessorsQuery, useTeamSizeQuery } from './api.ts'
export { teamLive } from './live.ts'
