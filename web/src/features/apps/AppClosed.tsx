import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button, Group } from '@mantine/core'
import { IconArrowLeft, IconLock } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useCan, useSession } from '../../shared/lib/session/select.ts'
import { StatePanel } from '../../shared/ui/feedback/StatePanel.tsx'
import { Screen } from '../../shared/ui/Screen.tsx'
import classes from './Apps.module.css'
import { isLeftOut, type App } from './catalog.ts'
import { billingPath } from './paths.ts'
import { useSwitchApp } from './useSwitchApp.ts'

/** The page of an app that is off or not in the plan, with who can change that. */
export function AppClosed({ app }: { app: App }) {
  const { t, i18n } = useLingui()
  const isNotInPlan = useSession(({ auth }) => isLeftOut(app, auth.organization))
  const canManage = useCan('organization.manage')
  const canChangePlan = useCan('billing.manage')
  const { isBusy, switchApp } = useSwitchApp()
  const name = i18n._(app.name)
  const allApps = (
    <Anchor component={Link} to="/dashboard/apps" className={classes.back ?? ''}>
      <IconArrowLeft size={16} stroke={1.75} aria-hidden className="mantine-rotate-rtl" />
      {t`All apps`}
    </Anchor>
  )
  if (isNotInPlan)
    return (
      <Screen title={name}>
        <StatePanel
          kind="firstUse"
          icon={IconLock}
          title={t`${name} isn't in your plan`}
          text={
            canChangePlan
              ? t`With a plan that includes it, everything you made here is back.`
              : t`Ask an owner or admin to change the plan. Then everything you made here is back.`
          }
          action={
            <Group gap="md" justify="center">
              {canChangePlan && (
                <Button component={Link} to={billingPath}>
                  <Trans>See plans</Trans>
                </Button>
              )}
              {allApps}
            </Group>
          }
        />
      </Screen>
    )
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
            {allApps}
          </Group>
        }
      />
    </Screen>
  )
}
