import { useLingui } from '@lingui/react/macro'
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowLeft } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, type ComponentType } from 'react'
import { Link, useLocation } from 'react-router'
import { useSession } from '../../shared/lib/session/select.ts'
import { Screen } from '../../shared/ui/Screen.tsx'
import { AccountTab } from './account/AccountTab.tsx'
import { BillingTab } from './BillingTab.tsx'
import { OrganizationTab } from './OrganizationTab.tsx'
import classes from './Settings.module.css'
import { SettingsNav } from './SettingsNav.tsx'
import { useSettingsTabs, type TabKey } from './useSettingsTabs.ts'

const SecurityTab = lazy(async () => {
  const tab = await import('./security/SecurityTab.tsx')
  return { default: tab.SecurityTab }
})

const NotificationsTab = lazy(async () => {
  const tab = await import('./notifications/NotificationsTab.tsx')
  return { default: tab.NotificationsTab }
})

const NumbersTab = lazy(async () => {
  const tab = await import('./lines/NumbersTab.tsx')
  return { default: tab.NumbersTab }
})

const RepliesTab = lazy(async () => {
  const tab = await import('./replies/RepliesTab.tsx')
  return { default: tab.RepliesTab }
})

const TextingTab = lazy(async () => {
  const tab = await import('./texting/TextingTab.tsx')
  return { default: tab.TextingTab }
})

const pages: Record<TabKey, ComponentType> = {
  account: AccountTab,
  security: SecurityTab,
  notifications: NotificationsTab,
  organization: OrganizationTab,
  replies: RepliesTab,
  texting: TextingTab,
  numbers: NumbersTab,
  billing: BillingTab,
}

/** Scrolls to the card of the URL fragment once it is rendered. */
function showCard(id: string, triesLeft = 40): ReturnType<typeof setTimeout> | undefined {
  const card = document.getElementById(id)
  if (card) {
    card.scrollIntoView()
    document.getElementById(`${id}-title`)?.focus({ preventScroll: true })
    return undefined
  }
  return triesLeft > 0 ? setTimeout(showCard, 50, id, triesLeft - 1) : undefined
}

/** The settings screen: personal settings and those of the organization; the tab and the card are in the URL. */
export default function SettingsScreen() {
  const { t } = useLingui()
  const { hash, search } = useLocation()
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const { requestedTab, groups } = useSettingsTabs()
  const user = useSession(({ auth }) => auth.user)
  useEffect(() => {
    if (hash.length < 2) return
    const timer = showCard(hash.slice(1))
    return () => clearTimeout(timer)
  }, [hash, search])
  if (!user) return null
  const tabs = groups.flatMap((group) => group.tabs)
  const isList = isPhone && requestedTab === undefined
  const current = tabs.find(({ key }) => key === requestedTab) ?? tabs[0]
  const Page = pages[current?.key ?? 'account']
  return (
    <Screen title={isPhone && !isList && current ? current.name : t`Settings`}>
      <div className={classes.layout}>
        {(!isPhone || isList) && <SettingsNav groups={groups} current={isList ? undefined : current?.key} />}
        {!isList && (
          <div className={classes.content}>
            {isPhone && (
              <Link className={classes.back} to="/dashboard/settings">
                <IconArrowLeft size={18} stroke={1.75} aria-hidden className="mantine-rotate-rtl" />
                {t`All settings`}
              </Link>
            )}
            <div className={classes.cards} key={current?.key}>
              <Suspense fallback={null}>
                <Page />
              </Suspense>
            </div>
          </div>
        )}
      </div>
    </Screen>
  )
}
