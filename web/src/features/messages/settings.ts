import { msg } from '@lingui/core/macro'
import { lazyPart } from '../../shared/lib/lazy-part.ts'
import type { SettingsRegistration } from '../../shared/ui/settings/settings-tab.ts'

/** How messages are written on this device. */
export const messagesSettings: SettingsRegistration = {
  sections: [
    {
      tab: 'account',
      order: 20,
      Section: lazyPart(async () => ({ default: (await import('./settings/WritingCard.tsx')).WritingCard })),
      cards: [{ id: 'writing', title: msg`Writing` }],
    },
  ],
}
