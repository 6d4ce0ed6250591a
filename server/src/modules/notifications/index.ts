// Owns notification preferences, the browsers that get push messages, and the contents of the notification bell. Emits
// `notifications` to clients that request them after connecting, toasts for mentions and assignments, and the number of
// waiting contacts to members signed in to another organization. Emails each member a digest of what they have not seen,
// as often as they chose. Must never know how messages are sent.
import { defineCron } from '../../kernel/jobs/define.ts'
import { siblingCount } from '../../kernel/realtime/siblings.ts'
import { defineModule } from '../../kernel/module.ts'
import { provide } from '../../kernel/ports.ts'
import { pushForgetter } from '../accounts/index.ts'
import { contactData } from './contact-data.ts'
import { sendDigests } from './digest.ts'
import { startTelling } from './following.ts'
import { hooks } from './hooks.ts'
import { sealedColumns } from './sealed-columns.ts'
import { answerNotifications, personalEvents, waitingContacts } from './socket-events.ts'
import { startPushing } from './push.ts'
import { routes } from './routes.ts'
import { deleteDevicesOf } from './store/devices.ts'
import { deleteOldUpdates } from './store/updates.ts'

export { notifyMembers } from './following.ts'
export { pushDue } from './push.ts'

export const module = defineModule({
  name: 'notifications',
  owns: ['notification_pref', 'push_device', 'member_update', 'push_message'],
  provides: [provide(siblingCount, waitingContacts), provide(pushForgetter, deleteDevicesOf)],
  contactData,
  sealedColumns,
  routes,
  hooks,
  clientEvents: [answerNotifications],
  toSocketEvents: personalEvents,
  crons: [
    defineCron({ name: 'notifications.send-digests', at: '* * * * *', run: (kernel) => sendDigests(kernel) }),
    defineCron({
      name: 'notifications.forget-updates',
      at: '37 3 * * *',
      run: (kernel) =>
        deleteOldUpdates(kernel.database.asSystem('old notifications of members are deleted'), kernel.world.now()),
    }),
  ],
  runs: {
    role: 'worker',
    start: async (kernel) => {
      const parts = [startTelling(kernel), startPushing(kernel)]
      return { stop: async () => void (await Promise.all(parts.map((part) => part.stop()))) }
    },
  },
})
