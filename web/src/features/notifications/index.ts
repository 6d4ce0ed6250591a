// Owns what is unread for this member and how it is told: bell, badge, toasts, sound, push. Follows the live events and the server's count.
// Must never know how a thread looks.
export {
  useAddPushDeviceMutation,
  useEditNotificationPrefsMutation,
  useNotificationPrefsQuery,
  useRemovePushDeviceMutation,
} from './api.ts'
export { Bell, badgeOf } from './Bell.tsx'
export { notificationsLive } from './live.ts'
export { renewDevice } from './renew-device.ts'
export { askForPush, canPush, forgetThisDevice, rememberDevice, thisDevice } from './push.ts'
