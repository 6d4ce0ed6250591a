import { msg } from '@lingui/core/macro'
import { IconBell } from '@tabler/icons-react'
import { lazyPart } from '../../shared/lib/lazy-part.ts'
import type { SettingsRegistration } from '../../shared/ui/settings/settings-tab.ts'

/** What the signed-in member is notified about, and on which devices. */
export const notificationsSettings: SettingsRegistration = {
  tabs: [{ key: 'notifications', owner: 'member', title: msg`Notifications`, icon: IconBell, order: 30 }],
  sections: [
    {
      tab: 'notifications',
      order: 10,
      Section: lazyPart(async () => ({ default: (await import('./settings/NotificationsTab.tsx')).NotificationsTab })),
      cards: [
        { id: 'notices', title: msg`Notify me about` },
        { id: 'digest', title: msg`Email digest` },
        { id: 'push', title: msg`Push notifications` },
      ],
    },
  ],
}
