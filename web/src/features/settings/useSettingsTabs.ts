import { useLingui } from '@lingui/react/macro'
import {
  IconBell,
  IconBuilding,
  IconMessageBolt,
  IconPhone,
  IconReceipt,
  IconSend2,
  IconShieldLock,
  IconUserCircle,
  type Icon,
} from '@tabler/icons-react'
import { useSearchParams } from 'react-router'
import { useCan, useSession } from '../../shared/lib/session/select.ts'

export type TabKey =
  | 'account'
  | 'security'
  | 'notifications'
  | 'organization'
  | 'replies'
  | 'texting'
  | 'numbers'
  | 'billing'

/** A page of the settings. */
export interface SettingsTab {
  key: TabKey
  name: string
  icon: Icon
}

/** A named group of settings pages. */
export interface TabGroup {
  name: string
  tabs: SettingsTab[]
}

/**
 * Returns the settings pages that this member may open, and the one in the URL; undefined when the URL names none of
 * them.
 */
export function useSettingsTabs(): { requestedTab: TabKey | undefined; groups: TabGroup[] } {
  const { t } = useLingui()
  const [params] = useSearchParams()
  const organization = useSession(({ auth }) => auth.organization?.name ?? '')
  const canPay = useCan('billing.manage')
  const canRead = useCan('inbox.read')
  const canManage = useCan('organization.manage')
  const hasNumbers = useCan('lines.manage')
  const groups: TabGroup[] = [
    {
      name: t`You`,
      tabs: [
        { key: 'account', name: t`Account`, icon: IconUserCircle },
        { key: 'security', name: t`Security`, icon: IconShieldLock },
        { key: 'notifications', name: t`Notifications`, icon: IconBell },
      ],
    },
    {
      name: organization,
      tabs: [
        { key: 'organization', name: t`Organization`, icon: IconBuilding },
        ...(canRead ? [{ key: 'replies' as const, name: t`Replies`, icon: IconMessageBolt }] : []),
        ...(canManage ? [{ key: 'texting' as const, name: t`Texting`, icon: IconSend2 }] : []),
        ...(hasNumbers ? [{ key: 'numbers' as const, name: t`Numbers`, icon: IconPhone }] : []),
        ...(canPay ? [{ key: 'billing' as const, name: t`Billing`, icon: IconReceipt }] : []),
      ],
    },
  ]
  const requestedTab = groups.flatMap(({ tabs }) => tabs).find(({ key }) => key === params.get('tab'))?.key
  return { requestedTab, groups }
}
