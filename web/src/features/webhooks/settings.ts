import { msg } from '@lingui/core/macro'
import { lazyPart } from '../../shared/lib/lazy-part.ts'
import type { SettingsRegistration } from '../../shared/ui/settings/settings-tab.ts'

/** Where events are sent. */
export const webhooksSettings: SettingsRegistration = {
  sections: [
    {
      tab: 'api',
      order: 20,
      Section: lazyPart(async () => ({ default: (await import('./WebhooksCard.tsx')).WebhooksCard })),
      cards: [{ id: 'webhooks', title: msg`Webhooks` }],
    },
  ],
}
