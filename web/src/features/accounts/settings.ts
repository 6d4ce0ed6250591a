import { msg } from '@lingui/core/macro'
import { IconBuilding, IconLock, IconShieldLock, IconUserCircle } from '@tabler/icons-react'
import { lazyPart } from '../../shared/lib/lazy-part.ts'
import type { SettingsRegistration } from '../../shared/ui/settings/settings-tab.ts'

/** The settings of the signed-in member, what the member's organization is, and its rules for logging in. */
export const accountsSettings: SettingsRegistration = {
  tabs: [
    { key: 'account', owner: 'member', title: msg`Account`, icon: IconUserCircle, order: 10 },
    { key: 'security', owner: 'member', title: msg`Security`, icon: IconShieldLock, order: 20 },
    { key: 'organization', owner: 'organization', title: msg`Organization`, icon: IconBuilding, order: 10 },
    {
      key: 'access',
      owner: 'organization',
      title: msg`Login rules`,
      icon: IconLock,
      order: 15,
      can: 'organization.manage',
      isBlockedPastDue: true,
    },
  ],
  sections: [
    {
      tab: 'account',
      order: 10,
      Section: lazyPart(async () => ({ default: (await import('./settings/AccountTab.tsx')).AccountTab })),
      cards: [
        { id: 'name', title: msg`Name` },
        { id: 'email', title: msg`Email` },
        { id: 'mobile', title: msg`Mobile` },
        { id: 'look', title: msg`Language, time, and notifications` },
      ],
    },
    {
      tab: 'security',
      order: 10,
      Section: lazyPart(async () => ({ default: (await import('./settings/SecurityTab.tsx')).SecurityTab })),
      cards: [
        { id: 'password', title: msg`Password` },
        { id: 'two-step', title: msg`Two-step login` },
        { id: 'sessions', title: msg`Where you're logged in` },
        { id: 'log-ins', title: msg`Login history` },
        { id: 'viewings', title: msg`Who viewed as you` },
      ],
    },
    {
      tab: 'access',
      order: 10,
      Section: lazyPart(async () => ({ default: (await import('./settings/AccessTab.tsx')).AccessTab })),
      cards: [
        { id: 'second-step', title: msg`Require two-step login` },
        { id: 'session-length', title: msg`Log teammates out after` },
        { id: 'email-domains', title: msg`Email domains` },
      ],
    },
    {
      tab: 'organization',
      order: 20,
      Section: lazyPart(async () => ({ default: (await import('./settings/OrganizationCard.tsx')).OrganizationCard })),
    },
  ],
}
