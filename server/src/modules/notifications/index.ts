// Owns what members chose to hear of, the browsers that get push messages, and what the bell keeps.
// Tells `notifications` to whoever asks after connecting, toasts of mentions and assignments, and members elsewhere how many contacts wait here.
// Must never know how messages travel.
import { defineCron } from '../../kernel/jobs/define.ts'
import { siblingCount } from '../../kernel/realtime/siblings.ts'
import { defineRoom } from '../../kernel/room.ts'
import { pushForgetter } from '../accounts/index.ts'
import { startTelling } from './following.ts'
import { answerNotifications, personalNews, waitingContacts } from './live.ts'
import { startPushing } from './push.ts'
import { routes } from './routes.ts'
import { forgetDevicesOf } from './store/devices.ts'
import { forgetOldUpdates } from './store/updates.ts'

siblingCount.fill(waitingContacts)
pushForgetter.fill(forgetDevicesOf)

export { tellMembers } from './following.ts'
export { pushDue } from './push.ts'

export { forgetUpdatesAbout } from './store/erasing.ts'

export const room = defineRoom({
  name: 'notifications',
  owns: ['notification_pref', 'push_device', 'member_update', 'push_message'],
  routes,
  hears: [answerNotifications],
  tells: personalNews,
  crons: [
    defineCron({
      name: 'notifications.forget-updates',
      at: '37 3 * * *',
      run: (kernel) =>
        forgetOldUpdates(kernel.database.asSystem('what members were told grows old'), kernel.world.now()),
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
