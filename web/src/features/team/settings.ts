import { msg } from '@lingui/core/macro'
import { lazyPart } from '../../shared/lib/lazy-part.ts'
import type { SettingsRegistration } from '../../shared/ui/settings/settings-tab.ts'

/** Ownership and leaving, at the end of the organization page. */
export const teamSettings: SettingsRegistration = {
  sections: [
    {
      tab: 'organization',
      order: 90,
      can: 'team.read',
      Section: lazyPart(async () => ({ default: (await import('./settings/OwnershipCard.tsx')).OwnershipCard })),
    },
    {
      tab: 'organization',
      order: 95,
      can: 'team.read',
      Section: lazyPart(async () => ({ default: (await import('./settings/LeaveCard.tsx')).LeaveCard })),
      cards: [{ id: 'leave', title: msg`Leave this organization` }],
    },
  ],
}
