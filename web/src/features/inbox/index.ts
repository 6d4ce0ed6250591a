// Owns the conversation list and the open thread, and keeps both true while events come in.
// Tells others nothing; whoever needs a conversation links to it. Must never know how texts travel.
export { useHasNumberQuery } from './beside-api.ts'
export { inboxLive } from './live.ts'
export { askStanding, standingOf } from './standing-of.ts'
export { useCheckStanding } from './useCheckStanding.ts'
