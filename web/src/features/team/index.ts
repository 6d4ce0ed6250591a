// Owns the members of an organization and its invitations. Must not depend on messages.
export { useBillingContactsQuery, useTeamSizeQuery } from './api.ts'
export { teamLive } from './live.ts'
