import { Trans, useLingui } from '@lingui/react/macro'
import { Button, SegmentedControl } from '@mantine/core'
import { IconHelp, IconLogout, IconSettings } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { localeName } from '../../../shared/lib/locale.ts'
import { fullName } from '../../../shared/lib/session/state.ts'
import { useSession } from '../../../shared/lib/session/select.ts'
import { isViewing } from '../../../shared/lib/viewing.ts'
import { locales } from '../../../shared/ui/text/preferred-locale.ts'
import { NameChip } from '../../../shared/ui/text/NameChip.tsx'
import { useAppearance } from '../useAppearance.ts'
import classes from './UserMenu.module.css'

export interface MemberPanelProps {
  /** Ends the session everywhere; the page leaves afterwards. */
  onLogOut: () => Promise<void>
  /** Closes the surrounding menu; absent where no menu has to close. */
  onSettings?: () => void
  /** Opens the help panel in place of the surrounding menu. */
  onHelp: () => void
}

/** Shows the signed-in member, theme, language, help and logout. */
export function MemberPanel({ onLogOut, onSettings, onHelp }: MemberPanelProps) {
  const { t } = useLingui()
  const user = useSession(({ auth }) => auth.user)
  const { colorScheme, locale, chooseScheme, chooseLanguage } = useAppearance()
  const [isLeaving, setLeaving] = useState(false)
  return (
    <div className={classes.panel}>
      {user && <NameChip name={fullName(user)} detail={<bdi>{user.email}</bdi>} tintKey={user.id} size={40} />}
      {onSettings && (
        <Button
          component={Link}
          to="/dashboard/settings"
          variant="default"
          fullWidth
          leftSection={<IconSettings size={18} stroke={1.75} />}
          onClick={onSettings}
        >
          {isViewing() ? <Trans>Settings</Trans> : <Trans>Your settings</Trans>}
        </Button>
      )}
      <div>
        <p className={classes.label}>
          <Trans>Theme</Trans>
        </p>
        <SegmentedControl
          fullWidth
          aria-label={t`Theme`}
          value={colorScheme}
          onChange={chooseScheme}
          data={[
            { value: 'light', label: t`Light` },
            { value: 'dark', label: t`Dark` },
            { value: 'auto', label: t`Same as device` },
          ]}
        />
      </div>
      <div>
        <p className={classes.label}>
          <Trans>Language</Trans>
        </p>
        <SegmentedControl
          fullWidth
          aria-label={t`Language`}
          value={locale}
          onChange={chooseLanguage}
          data={locales.map((value) => ({ value, label: <bdi>{localeName(value)}</bdi> }))}
        />
      </div>
      <Button variant="default" fullWidth leftSection={<IconHelp size={18} stroke={1.75} />} onClick={onHelp}>
        <Trans>Help</Trans>
      </Button>
      <Button
        variant="default"
        fullWidth
        loading={isLeaving}
        leftSection={<IconLogout size={18} stroke={1.75} />}
        onClick={() => {
          setLeaving(true)
          void onLogOut()
        }}
      >
        {isViewing() ? <Trans>End the view</Trans> : <Trans>Log out</Trans>}
      </Button>
    </div>
  )
}
