import { useLingui } from '@lingui/react/macro'
import { Anchor } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link, useLocation } from 'react-router'
import { useSession } from '../../shared/lib/session/select.ts'
import { Screen } from '../../shared/ui/Screen.tsx'
import { StatePanel } from '../../shared/ui/feedback/StatePanel.tsx'
import classes from './Apps.module.css'
import { apps, isOn, pathOf } from './catalog.ts'
import { OnOff } from './OnOff.tsx'
import { PinButton } from './PinButton.tsx'

/** One app: whether it is on, and its content. */
export default function AppScreen() {
  const { t, i18n } = useLingui()
  const { pathname } = useLocation()
  const features = useSession(({ auth }) => auth.features)
  const app = apps.find((candidate) => pathname.startsWith(pathOf(candidate)))
  if (!app) return null
  const name = i18n._(app.name)
  const none = i18n._(app.none)
  const isItOn = isOn(features, app)
  return (
    <Screen
      title={name}
      actions={
        <>
          <OnOff isOn={isItOn} />
          <PinButton app={app} />
        </>
      }
    >
      <p className={classes.lead}>{i18n._(app.about)}</p>
      <StatePanel
        kind="firstUse"
        icon={app.icon}
        title={isItOn ? t`${name} is coming soon` : t`${name} is off`}
        text={isItOn ? none : t`No messages are sent from here.`}
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
