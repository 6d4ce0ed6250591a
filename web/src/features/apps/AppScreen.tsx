import { useLingui } from '@lingui/react/macro'
import { Anchor } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link, useLocation } from 'react-router'
import { Screen } from '../../shared/ui/Screen.tsx'
import { StatePanel } from '../../shared/ui/feedback/StatePanel.tsx'
import classes from './Apps.module.css'
import { apps, pathOf } from './catalog.ts'

/** One app, which is not available yet. */
export default function AppScreen() {
  const { t, i18n } = useLingui()
  const { pathname } = useLocation()
  const app = apps.find((candidate) => pathname.startsWith(pathOf(candidate)))
  if (!app) return null
  return (
    <Screen title={i18n._(app.name)}>
      <StatePanel
        kind="firstUse"
        icon={app.icon}
        title={t`Coming soon`}
        text={i18n._(app.about)}
        action={
          <Anchor component={Link} to="/dashboard/apps" className={classes.back ?? ''}>
            <IconArrowLeft size={16} stroke={1.75} aria-hidden className="mantine-rotate-rtl" />
            {t`All apps`}
          </Anchor>
        }
      />
    </Screen>
  )
}
