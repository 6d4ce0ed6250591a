// Owns the members of an organization and its invitations. Must not depend on messages.
export { useTeamSizeQuery } from './api.ts'
export { teamLive } from './live.ts'
