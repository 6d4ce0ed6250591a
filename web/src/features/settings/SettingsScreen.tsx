import { useLingui } from '@lingui/react/macro'
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowLeft } from '@tabler/icons-react'
import { Suspense } from 'react'
import { Link } from 'react-router'
import { usePastDue, useSession } from '../../shared/lib/session/select.ts'
import { StatePanel } from '../../shared/ui/feedback/StatePanel.tsx'
import { Screen } from '../../shared/ui/Screen.tsx'
import classes from './Settings.module.css'
import { SettingsNav } from './SettingsNav.tsx'
import { useSettingsTabs } from './useSettingsTabs.ts'

/** The settings screen: personal settings and those of the organization; the tab and the card are in the URL. */
export default function SettingsScreen() {
  const { t, i18n } = useLingui()
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const { requestedTab, groups, sections } = useSettingsTabs()
  const user = useSession(({ auth }) => auth.user)
  const isPastDue = usePastDue()
  if (!user) return null
  const isList = isPhone && requestedTab === undefined
  const current = requestedTab ?? groups.flatMap((group) => group.tabs)[0]
  return (
    <Screen title={isPhone && !isList && current ? i18n._(current.title) : t`Settings`}>
      <div className={classes.layout}>
        {(!isPhone || isList) && (
          <SettingsNav groups={groups} sections={sections} current={isList ? undefined : current?.key} />
        )}
        {!isList && (
          <div className={classes.content}>
            {isPhone && (
              <Link className={classes.back} to="/dashboard/settings">
                <IconArrowLeft size={18} stroke={1.75} aria-hidden className="mantine-rotate-rtl" />
                {t`All settings`}
              </Link>
            )}
            <div className={classes.cards} key={current?.key}>
              {isPastDue && current?.isBlockedPastDue ? (
                <StatePanel
                  kind="noAccess"
                  title={t`Your account is past due`}
                  text={t`You can change these settings again once an owner or admin pays the open invoice.`}
                />
              ) : (
                <Suspense fallback={null}>
                  {sections
                    .filter(({ tab }) => tab === current?.key)
                    .map(({ order, Section }) => (
                      <Section key={order} />
                    ))}
                </Suspense>
              )}
            </div>
          </div>
        )}
      </div>
    </Screen>
  )
}
