// Owns who works at an organization and who is asked to. Must never know messages.
export { useTeamSizeQuery } from './api.ts'
