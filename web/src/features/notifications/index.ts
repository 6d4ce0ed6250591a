// Owns the unread count of this member and its notifications: panel, badge, toasts, sound, push. Follows the live
// events and the count of the server. Must not depend on how a thread is rendered.
export { NotificationsButton, badgeOf } from './NotificationsButton.tsx'
export { notificationsLive } from './live.ts'
export { renewDevice } from './renew-device.ts'
export { unregisterThisDevice } from './push.ts'
