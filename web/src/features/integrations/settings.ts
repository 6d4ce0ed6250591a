import { msg } from '@lingui/core/macro'
import { lazyPart } from '../../shared/lib/lazy-part.ts'
import type { SettingsRegistration } from '../../shared/ui/settings/settings-tab.ts'

/** The channels of Slack and Teams. */
export const integrationsSettings: SettingsRegistration = {
  sections: [
    {
      tab: 'integrations',
      order: 20,
      Section: lazyPart(async () => ({ default: (await import('./ChannelsCard.tsx')).ChannelsCard })),
      cards: [{ id: 'chat-channels', title: msg`Slack and Microsoft Teams` }],
    },
  ],
}
