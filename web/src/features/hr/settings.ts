import { msg } from '@lingui/core/macro'
import { IconPlug } from '@tabler/icons-react'
import { lazyPart } from '../../shared/lib/lazy-part.ts'
import type { SettingsRegistration } from '../../shared/ui/settings/settings-tab.ts'

/** The systems that are connected. */
export const hrSettings: SettingsRegistration = {
  tabs: [
    {
      key: 'integrations',
      owner: 'organization',
      title: msg`Integrations`,
      icon: IconPlug,
      order: 55,
      can: 'organization.manage',
      isBlockedPastDue: true,
    },
  ],
  sections: [
    {
      tab: 'integrations',
      order: 10,
      Section: lazyPart(async () => ({ default: (await import('./HrTab.tsx')).HrTab })),
      cards: [
        { id: 'hr-system', title: msg`HR system` },
        { id: 'hr-scim', title: msg`SCIM for workers` },
        { id: 'hr-files', title: msg`Files` },
        { id: 'hr-columns', title: msg`Columns of the file` },
        { id: 'hr-expected', title: msg`When a file doesn't arrive` },
        { id: 'hr-fields', title: msg`How people become contacts` },
        { id: 'hr-welcome', title: msg`Welcome text` },
        { id: 'hr-syncs', title: msg`Latest syncs` },
      ],
    },
  ],
}
