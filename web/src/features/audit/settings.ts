import { msg } from '@lingui/core/macro'
import { IconHistory } from '@tabler/icons-react'
import { lazyPart } from '../../shared/lib/lazy-part.ts'
import type { SettingsRegistration } from '../../shared/ui/settings/settings-tab.ts'

/** Who did what. */
export const auditSettings: SettingsRegistration = {
  tabs: [
    {
      key: 'audit',
      owner: 'organization',
      title: msg`Audit log`,
      icon: IconHistory,
      order: 70,
      can: 'organization.manage',
      isBlockedPastDue: true,
    },
  ],
  sections: [
    {
      tab: 'audit',
      order: 10,
      Section: lazyPart(async () => ({ default: (await import('./AuditTab.tsx')).AuditTab })),
      cards: [{ id: 'audit-log', title: msg`Audit log` }],
    },
  ],
}
