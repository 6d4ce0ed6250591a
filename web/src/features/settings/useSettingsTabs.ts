import { useLingui } from '@lingui/react/macro'
import { useSearchParams } from 'react-router'
import { useSession } from '../../shared/lib/session/select.ts'
import { isViewing } from '../../shared/lib/viewing.ts'
import type { SettingsSection, SettingsTab } from '../../shared/ui/settings/settings-tab.ts'
import { settingsSections, settingsTabs } from './registry.ts'

/** A named group of settings pages. */
export interface TabGroup {
  name: string
  tabs: SettingsTab[]
}

/**
 * Returns the settings pages that this member may open, the sections of those pages that this member may see, and the
 * page in the URL; undefined when the URL names none of them.
 */
export function useSettingsTabs(): {
  requestedTab: SettingsTab | undefined
  groups: TabGroup[]
  sections: SettingsSection[]
} {
  const { t } = useLingui()
  const [params] = useSearchParams()
  const organization = useSession(({ auth }) => auth.organization?.name ?? '')
  const permissions = useSession(({ auth }) => auth.user?.permissions)
  const isAllowed = ({ can }: Pick<SettingsTab, 'can'>) => !can || (permissions?.includes(can) ?? false)
  // The personal settings of a teammate are not for who views as them.
  const tabs = settingsTabs.filter((tab) => isAllowed(tab) && !(tab.owner === 'member' && isViewing()))
  return {
    requestedTab: tabs.find(({ key }) => key === params.get('tab')),
    groups: [
      { name: t`You`, tabs: tabs.filter(({ owner }) => owner === 'member') },
      { name: organization, tabs: tabs.filter(({ owner }) => owner === 'organization') },
    ].filter((group) => group.tabs.length > 0),
    sections: settingsSections.filter(isAllowed),
  }
}
