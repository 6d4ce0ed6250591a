import { msg } from '@lingui/core/macro'
import { IconReceipt } from '@tabler/icons-react'
import { lazyPart } from '../../shared/lib/lazy-part.ts'
import type { SettingsRegistration } from '../../shared/ui/settings/settings-tab.ts'

/** The plan of the organization and what it has used. */
export const usageSettings: SettingsRegistration = {
  tabs: [
    {
      key: 'billing',
      owner: 'organization',
      title: msg`Billing`,
      icon: IconReceipt,
      order: 50,
      can: 'billing.manage',
    },
  ],
  sections: [
    {
      tab: 'organization',
      order: 20,
      Section: lazyPart(async () => ({ default: (await import('./PlanCard.tsx')).PlanCard })),
      cards: [{ id: 'plan', title: msg`Plan` }],
    },
    {
      tab: 'billing',
      order: 10,
      Section: lazyPart(async () => ({ default: (await import('./BillingTab.tsx')).BillingTab })),
      cards: [{ id: 'billing', title: msg`Billing` }],
    },
  ],
}
