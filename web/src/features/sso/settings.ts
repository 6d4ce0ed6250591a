import { msg } from '@lingui/core/macro'
import { IconShieldLock } from '@tabler/icons-react'
import { lazyPart } from '../../shared/lib/lazy-part.ts'
import type { SettingsRegistration } from '../../shared/ui/settings/settings-tab.ts'

/** Logging in through the identity provider of the organization. */
export const ssoSettings: SettingsRegistration = {
  tabs: [
    {
      key: 'sso',
      owner: 'organization',
      title: msg`Single sign-on`,
      icon: IconShieldLock,
      order: 16,
      can: 'team.manage',
      isBlockedPastDue: true,
    },
  ],
  sections: [
    {
      tab: 'sso',
      order: 10,
      Section: lazyPart(async () => ({ default: (await import('./SsoTab.tsx')).SsoTab })),
      cards: [
        { id: 'sso-domains', title: msg`Email domains of your company` },
        { id: 'sso-provider', title: msg`Identity provider` },
        { id: 'sso-rules', title: msg`Roles by group` },
        { id: 'sso-state', title: msg`Require single sign-on` },
        { id: 'sso-attempts', title: msg`Recent company logins` },
      ],
    },
  ],
}
