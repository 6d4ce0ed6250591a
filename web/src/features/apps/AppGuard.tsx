import { useLingui } from '@lingui/react/macro'
import { Anchor, Button, Group } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { useCan, useSession } from '../../shared/lib/session/select.ts'
import { StatePanel } from '../../shared/ui/feedback/StatePanel.tsx'
import { Screen } from '../../shared/ui/Screen.tsx'
import classes from './Apps.module.css'
import { apps, isOn, pathOf } from './catalog.ts'
import { useSwitchApp } from './useSwitchApp.ts'

/** Shows the pages of an app while it is on; while it is off, says so, and who can turn it on. */
export function AppGuard({ children }: { children: ReactNode }) {
  const { t, i18n } = useLingui()
  const { pathname } = useLocation()
  const features = useSession(({ auth }) => auth.features)
  const canManage = useCan('organization.manage')
  const { isBusy, switchApp } = useSwitchApp()
  const app = apps.find((candidate) => candidate.isBuilt && pathname.startsWith(pathOf(candidate)))
  if (!app || isOn(app, features)) return children
  const name = i18n._(app.name)
  return (
    <Screen title={name}>
      <StatePanel
        kind="firstUse"
        icon={app.icon}
        title={t`${name} is off`}
        text={canManage ? i18n._(app.about) : t`Ask an owner or admin to turn it on.`}
        action={
          <Group gap="md" justify="center">
            {canManage && (
              <Button loading={isBusy} onClick={() => void switchApp(app, true)}>{t`Turn on ${name}`}</Button>
            )}
            <Anchor component={Link} to="/dashboard/apps" className={classes.back ?? ''}>
              <IconArrowLeft size={16} stroke={1.75} aria-hidden className="mantine-rotate-rtl" />
              {t`All apps`}
            </Anchor>
          </Group>
        }
      />
    </Screen>
  )
}
