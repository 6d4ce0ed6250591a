import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Badge, Button, SegmentedControl, Title } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { useCan, useSession } from '../../shared/lib/session/select.ts'
import { StatePanel } from '../../shared/ui/feedback/StatePanel.tsx'
import { Screen } from '../../shared/ui/Screen.tsx'
import classes from './Apps.module.css'
import { apps, isLeftOut, isOn, pathOf, type App } from './catalog.ts'
import { billingPath } from './paths.ts'
import { PinButton } from './PinButton.tsx'
import { PinOrder } from './PinOrder.tsx'
import { useNoNumber } from './useNoNumber.ts'
import { useSwitchApp } from './useSwitchApp.ts'

const ConfirmCount = lazy(async () => ({
  default: (await import('../../shared/ui/overlay/ConfirmCount.tsx')).ConfirmCount,
}))

type Shown = 'all' | 'on' | 'off'

function State({ app, needsSetup }: { app: App; needsSetup: boolean }) {
  const features = useSession(({ auth }) => auth.features)
  const isNotInPlan = useSession(({ auth }) => isLeftOut(app, auth.organization))
  if (isNotInPlan)
    return (
      <Badge color="gray" leftSection={<IconLock size={12} stroke={2} aria-hidden />}>
        <Trans>Not in your plan</Trans>
      </Badge>
    )
  if (isOn(app, features) && needsSetup)
    return (
      <Badge color="yellow">
        <Trans>Needs setup</Trans>
      </Badge>
    )
  return isOn(app, features) ? (
    <Badge color="green">
      <Trans>On</Trans>
    </Badge>
  ) : (
    <Badge color="gray">
      <Trans>Off</Trans>
    </Badge>
  )
}

/** Who can change the plan, for the card of an app that it leaves out. */
function PlanHint({ app }: { app: App }) {
  const { t, i18n } = useLingui()
  const canChangePlan = useCan('billing.manage')
  const name = i18n._(app.name)
  return (
    <div className={classes.foot}>
      {canChangePlan ? (
        <Button
          component={Link}
          to={billingPath}
          variant="default"
          size="xs"
          aria-label={t`See plans with ${name}`}
        >{t`See plans`}</Button>
      ) : (
        <span className={classes.about}>{t`Ask an owner or admin to change the plan.`}</span>
      )}
    </div>
  )
}

function Card({ app, onTurnOff }: { app: App; onTurnOff: () => void }) {
  const { t, i18n } = useLingui()
  const features = useSession(({ auth }) => auth.features)
  const canManage = useCan('organization.manage')
  const { isBusy, switchApp } = useSwitchApp()
  const IconComponent = app.icon
  const isNotInPlan = useSession(({ auth }) => isLeftOut(app, auth.organization))
  const isShownOn = isOn(app, features) && !isNotInPlan
  const needsSetup = useNoNumber() && app.needsNumber === true && isShownOn
  const name = i18n._(app.name)
  return (
    <li className={classes.card}>
      <span className={classes.head}>
        <span className={classes.icon}>
          <IconComponent size={24} stroke={1.75} aria-hidden />
        </span>
        <State app={app} needsSetup={needsSetup} />
      </span>
      <div className={classes.words}>
        <Title order={2} size="h3">
          {isShownOn ? (
            <Link className={classes.link} to={pathOf(app)}>
              {name}
            </Link>
          ) : (
            name
          )}
        </Title>
        <p className={classes.about}>{i18n._(app.about)}</p>
        {needsSetup && (
          <p className={classes.setup}>
            <Trans>It needs a number to text from.</Trans>{' '}
            <Anchor
              component={Link}
              className={classes.above ?? ''}
              to="/dashboard/settings?tab=numbers"
              inherit
              underline="always"
            >
              <Trans>Set up numbers</Trans>
            </Anchor>
          </p>
        )}
      </div>
      {isNotInPlan && <PlanHint app={app} />}
      {!isNotInPlan && (
        <div className={classes.foot}>
          {isShownOn && (
            <span className={classes.above}>
              <PinButton app={app} />
            </span>
          )}
          {canManage && (
            <span className={classes.above}>
              {isShownOn ? (
                <Button
                  variant="subtle"
                  color="gray"
                  size="xs"
                  aria-label={t`Turn off ${name}…`}
                  onClick={onTurnOff}
                >{t`Turn off…`}</Button>
              ) : (
                <Button
                  size="xs"
                  loading={isBusy}
                  aria-label={t`Turn on ${name}`}
                  onClick={() => void switchApp(app, true)}
                >{t`Turn on`}</Button>
              )}
            </span>
          )}
          {!canManage && !isShownOn && <span className={classes.about}>{t`Ask an owner or admin to turn it on.`}</span>}
        </div>
      )}
    </li>
  )
}

/** The apps of the organization. Owners and admins turn them on and off; members pin those that are on to their menu. */
export default function AppsScreen() {
  const { t, i18n } = useLingui()
  const features = useSession(({ auth }) => auth.features)
  const [shown, setShown] = useState<Shown>('all')
  const [leaving, setLeaving] = useState<App>()
  const { switchApp } = useSwitchApp()
  const rows = apps.filter((app) => shown === 'all' || isOn(app, features) === (shown === 'on'))
  const name = leaving ? i18n._(leaving.name) : ''
  return (
    <Screen
      title={t`Apps`}
      actions={
        <SegmentedControl
          size="xs"
          aria-label={t`Show`}
          value={shown}
          onChange={setShown}
          data={[
            { value: 'all', label: t`All` },
            { value: 'on', label: t`On` },
            { value: 'off', label: t`Off` },
          ]}
        />
      }
    >
      <PinOrder />
      {rows.length === 0 && (
        <StatePanel kind="done" title={shown === 'off' ? t`Every app is on` : t`Every app is off`} />
      )}
      <ul className={classes.grid}>
        {rows.map((app) => (
          <Card key={app.key} app={app} onTurnOff={() => setLeaving(app)} />
        ))}
      </ul>
      {leaving && (
        <Suspense fallback={null}>
          <ConfirmCount
            isOpen
            title={t`Turn off ${name} for everyone?`}
            confirmLabel={t`Turn off`}
            isDestructive
            onConfirm={async () => {
              if (await switchApp(leaving, false)) setLeaving(undefined)
            }}
            onCancel={() => setLeaving(undefined)}
          >
            {i18n._(leaving.whenOff)}
          </ConfirmCount>
        </Suspense>
      )}
    </Screen>
  )
}
