// Owns log-in, the signed-in member and what they set for themselves. Tells others who is signed in through the session.
// Must never know what the member works on.
export { useMeQuery } from './api.ts'
export { MemberPanel } from './MemberPanel.tsx'
export { UserMenu } from './UserMenu.tsx'
