// Owns the unread count of this member and its notifications: panel, badge, toasts, sound, push. Follows the live
// events and the count of the server. Must not depend on how a thread is rendered.
export {
  useAddPushDeviceMutation,
  useEditNotificationPrefsMutation,
  useNotificationPrefsQuery,
  useRemovePushDeviceMutation,
} from './api.ts'
export { NotificationsButton, badgeOf } from './NotificationsButton.tsx'
export { notificationsLive } from './live.ts'
export { renewDevice } from './renew-device.ts'
export {
  requestPushSubscription as askForPush,
  canPush,
  unregisterThisDevice as forgetThisDevice,
  rememberDevice,
  thisDevice,
} from './push.ts'
