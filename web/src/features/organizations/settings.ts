import { msg } from '@lingui/core/macro'
import { IconSend2 } from '@tabler/icons-react'
import { lazyPart } from '../../shared/lib/lazy-part.ts'
import type { SettingsRegistration } from '../../shared/ui/settings/settings-tab.ts'

/** The texting settings of the organization. */
export const organizationsSettings: SettingsRegistration = {
  tabs: [
    {
      key: 'texting',
      owner: 'organization',
      title: msg`Texting`,
      icon: IconSend2,
      order: 30,
      can: 'organization.manage',
      isBlockedPastDue: true,
    },
  ],
  sections: [
    {
      tab: 'texting',
      order: 10,
      Section: lazyPart(async () => ({ default: (await import('./settings/TextingTab.tsx')).TextingTab })),
    },
  ],
}
