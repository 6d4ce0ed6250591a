import { msg } from '@lingui/core/macro'
import { IconLock, IconSend2 } from '@tabler/icons-react'
import { lazyPart } from '../../shared/lib/lazy-part.ts'
import type { SettingsRegistration } from '../../shared/ui/settings/settings-tab.ts'

/** The settings of the organization: what it says about itself, and how it texts. */
export const organizationsSettings: SettingsRegistration = {
  tabs: [
    {
      key: 'access',
      owner: 'organization',
      title: msg`Login rules`,
      icon: IconLock,
      order: 15,
      can: 'organization.manage',
      isBlockedPastDue: true,
    },
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
      tab: 'organization',
      order: 10,
      can: 'organization.manage',
      Section: lazyPart(async () => ({ default: (await import('./settings/OrganizationTab.tsx')).OrganizationTab })),
    },
    {
      tab: 'access',
      order: 10,
      Section: lazyPart(async () => ({ default: (await import('./settings/AccessTab.tsx')).AccessTab })),
    },
    {
      tab: 'texting',
      order: 10,
      Section: lazyPart(async () => ({ default: (await import('./settings/TextingTab.tsx')).TextingTab })),
    },
  ],
}
