import { msg } from '@lingui/core/macro'
import { IconPhone } from '@tabler/icons-react'
import { lazyPart } from '../../shared/lib/lazy-part.ts'
import type { SettingsRegistration } from '../../shared/ui/settings/settings-tab.ts'

/** The numbers of the organization. */
export const linesSettings: SettingsRegistration = {
  tabs: [
    {
      key: 'numbers',
      owner: 'organization',
      title: msg`Numbers`,
      icon: IconPhone,
      order: 40,
      can: 'lines.manage',
      isBlockedPastDue: true,
    },
  ],
  sections: [
    {
      tab: 'numbers',
      order: 20,
      Section: lazyPart(async () => ({ default: (await import('./NumbersTab.tsx')).NumbersTab })),
    },
  ],
}
