// Owns what is unread for this member and how it is told: bell, badge, toasts. Follows the live events and the server's count.
// Must never know how a thread looks.
export { Bell, badgeOf } from './Bell.tsx'
export { notificationsLive } from './live.ts'
