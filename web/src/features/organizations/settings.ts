import { msg } from '@lingui/core/macro'
import { IconSend2 } from '@tabler/icons-react'
import { lazyPart } from '../../shared/lib/lazy-part.ts'
import type { SettingsRegistration } from '../../shared/ui/settings/settings-tab.ts'

/** The settings of the organization: what it says about itself, and how it texts. */
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
      tab: 'organization',
      order: 10,
      can: 'organization.manage',
      Section: lazyPart(async () => ({ default: (await import('./settings/OrganizationTab.tsx')).OrganizationTab })),
      cards: [
        { id: 'organization', title: msg`Name, address, and industry` },
        { id: 'logo', title: msg`Logo` },
        { id: 'time-zone', title: msg`Time zone` },
        { id: 'languages', title: msg`Languages of your contacts` },
        { id: 'sender', title: msg`Name in texts` },
      ],
    },
    {
      tab: 'texting',
      order: 10,
      Section: lazyPart(async () => ({ default: (await import('./settings/TextingTab.tsx')).TextingTab })),
      cards: [
        { id: 'quiet-hours', title: msg`Quiet hours` },
        { id: 'shifts', title: msg`Shifts and people off shift` },
        { id: 'business-hours', title: msg`Business hours` },
        { id: 'holidays', title: msg`Holidays` },
        { id: 'away-reply', title: msg`Away reply` },
        { id: 'answers', title: msg`Replies` },
        { id: 'broadcasts', title: msg`Broadcasts` },
        { id: 'translation', title: msg`Translation` },
      ],
    },
  ],
}
