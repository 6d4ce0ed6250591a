import {
  addPushDevice,
  editNotificationPrefs,
  notificationPrefs,
  removePushDevice,
  seeUpdates,
  updates,
} from '@crewline/contract/notifications'
import { serve } from '../../kernel/http/serve.ts'
import { addDevice, removeDevice } from './devices.ts'
import { devicesOf } from './store/devices.ts'
import { pushKeys } from './push-keys.ts'
import { updatesOf } from './store/updates.ts'
import { changePrefs, markSeen, requireUserId, readPrefs } from './updates.ts'

export const routes = serve(
  { notificationPrefs, editNotificationPrefs, addPushDevice, removePushDevice, updates, seeUpdates },
  {
    notificationPrefs: async (scope, _call, kernel) => {
      const userId = requireUserId(scope)
      const [prefs, devices] = await Promise.all([readPrefs(scope.db, userId), devicesOf(scope.db, userId)])
      return { prefs, devices, pushKey: pushKeys(kernel).publicKey }
    },
    editNotificationPrefs: async (scope, { body }) => ({ prefs: await changePrefs(scope, body) }),
    addPushDevice: async (scope, { body, from }, kernel) => ({
      id: await addDevice(scope, kernel, { subscription: body, userAgent: from.userAgent }),
    }),
    removePushDevice: async (scope, { query }) => {
      await removeDevice(scope, query.id)
      return {}
    },
    updates: (scope) => updatesOf(scope.db, requireUserId(scope)),
    seeUpdates: async (scope) => {
      await markSeen(scope)
      return {}
    },
  },
)
