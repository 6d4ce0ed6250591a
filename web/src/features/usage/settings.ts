import { msg } from '@lingui/core/macro'
import { lazyPart } from '../../shared/lib/lazy-part.ts'
import type { SettingsRegistration } from '../../shared/ui/settings/settings-tab.ts'

/** What the organization has used. */
export const usageSettings: SettingsRegistration = {
  sections: [
    {
      tab: 'organization',
      order: 20,
      Section: lazyPart(async () => ({ default: (await import('./PlanCard.tsx')).PlanCard })),
      cards: [{ id: 'plan', title: msg`Plan` }],
    },
  ],
}
