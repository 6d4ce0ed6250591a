import { Trans, useLingui } from '@lingui/react/macro'
import { Button, SegmentedControl, useMantineColorScheme } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { useState } from 'react'
import { chooseLocale, localeNames } from '../../shared/lib/locale.ts'
import { fullName } from '../../shared/lib/session/state.ts'
import { useSession } from '../../shared/lib/session/select.ts'
import { locales, type Locale } from '../../shared/ui/language.ts'
import { PersonChip } from '../../shared/ui/PersonChip.tsx'
import classes from './UserMenu.module.css'

export interface MemberPanelProps {
  /** Ends the session everywhere; the page leaves afterwards. */
  onLogOut: () => Promise<void>
}

/** Who is signed in, how the application looks and speaks, and the way out. */
export function MemberPanel({ onLogOut }: MemberPanelProps) {
  const { t, i18n } = useLingui()
  const user = useSession(({ auth }) => auth.user)
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const [isLeaving, setLeaving] = useState(false)
  return (
    <div className={classes.panel}>
      {user && <PersonChip name={fullName(user)} detail={user.email} tintKey={user.id} size={40} />}
      <div>
        <p className={classes.label}>
          <Trans>Theme</Trans>
        </p>
        <SegmentedControl
          fullWidth
          aria-label={t`Theme`}
          value={colorScheme}
          onChange={(value) => setColorScheme(value)}
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
          value={i18n.locale}
          onChange={(value) => void chooseLocale(value as Locale)}
          data={locales.map((value) => ({ value, label: localeNames[value] }))}
        />
      </div>
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
        <Trans>Log out</Trans>
      </Button>
    </div>
  )
}
