import { msg } from '@lingui/core/macro'
import { IconBuilding, IconShieldLock, IconUserCircle } from '@tabler/icons-react'
import { lazyPart } from '../../shared/lib/lazy-part.ts'
import type { SettingsRegistration } from '../../shared/ui/settings/settings-tab.ts'

/** The settings of the signed-in member, and what the member's organization is. */
export const accountsSettings: SettingsRegistration = {
  tabs: [
    { key: 'account', owner: 'member', title: msg`Account`, icon: IconUserCircle, order: 10 },
    { key: 'security', owner: 'member', title: msg`Security`, icon: IconShieldLock, order: 20 },
    { key: 'organization', owner: 'organization', title: msg`Organization`, icon: IconBuilding, order: 10 },
  ],
  sections: [
    {
      tab: 'account',
      order: 10,
      Section: lazyPart(async () => ({ default: (await import('./settings/AccountTab.tsx')).AccountTab })),
    },
    {
      tab: 'security',
      order: 10,
      Section: lazyPart(async () => ({ default: (await import('./settings/SecurityTab.tsx')).SecurityTab })),
    },
    {
      tab: 'organization',
      order: 20,
      Section: lazyPart(async () => ({ default: (await import('./settings/OrganizationCard.tsx')).OrganizationCard })),
    },
  ],
}
