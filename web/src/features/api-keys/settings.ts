import { msg } from '@lingui/core/macro'
import { IconApi } from '@tabler/icons-react'
import { lazyPart } from '../../shared/lib/lazy-part.ts'
import type { SettingsRegistration } from '../../shared/ui/settings/settings-tab.ts'

/** The keys with which programs call the API. */
export const apiKeysSettings: SettingsRegistration = {
  tabs: [
    {
      key: 'api',
      owner: 'organization',
      title: msg`API and webhooks`,
      icon: IconApi,
      order: 60,
      can: 'api.manage',
      isBlockedPastDue: true,
    },
  ],
  sections: [
    {
      tab: 'api',
      order: 10,
      Section: lazyPart(async () => ({ default: (await import('./ApiKeysCard.tsx')).ApiKeysCard })),
      cards: [{ id: 'api-keys', title: msg`API keys` }],
    },
  ],
}
