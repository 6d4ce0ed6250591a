import { msg } from '@lingui/core/macro'
import { IconReceipt } from '@tabler/icons-react'
import { lazyPart } from '../../shared/lib/lazy-part.ts'
import type { SettingsRegistration } from '../../shared/ui/settings/settings-tab.ts'

/** What the organization pays for. */
export const billingSettings: SettingsRegistration = {
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
      tab: 'billing',
      order: 10,
      Section: lazyPart(async () => ({ default: (await import('./BillingTab.tsx')).BillingTab })),
      cards: [
        { id: 'billing', title: msg`Plan` },
        { id: 'usage', title: msg`Usage` },
        { id: 'credit', title: msg`Prepaid credit` },
        { id: 'spending-cap', title: msg`Spending cap` },
        { id: 'payment', title: msg`Payment` },
        { id: 'invoices', title: msg`Invoices` },
      ],
    },
  ],
}
