import { msg } from '@lingui/core/macro'
import { IconDatabase } from '@tabler/icons-react'
import { lazyPart } from '../../shared/lib/lazy-part.ts'
import type { SettingsRegistration } from '../../shared/ui/settings/settings-tab.ts'

/** How long data is kept, and what must be kept. */
export const recordsSettings: SettingsRegistration = {
  tabs: [
    {
      key: 'data',
      owner: 'organization',
      title: msg`Data`,
      icon: IconDatabase,
      order: 65,
      can: 'records.manage',
      isBlockedPastDue: true,
    },
  ],
  sections: [
    {
      tab: 'data',
      order: 10,
      Section: lazyPart(async () => ({ default: (await import('./DataTab.tsx')).DataTab })),
      cards: [
        { id: 'retention', title: msg`Retention` },
        { id: 'legal-holds', title: msg`Legal holds` },
        { id: 'subject-requests', title: msg`Requests about data` },
        { id: 'record-exports', title: msg`Exports of records` },
        { id: 'verify-export', title: msg`Check an export` },
        { id: 'purges', title: msg`Deletions` },
      ],
    },
  ],
}
