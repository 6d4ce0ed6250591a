import { Trans, useLingui } from '@lingui/react/macro'
import { SegmentedControl, Switch } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useEditSettingsMutation, useLook } from '../../accounts/index.ts'
import { localeNames } from '../../../shared/lib/locale.ts'
import { useSession } from '../../../shared/lib/session/select.ts'
import { locales } from '../../../shared/ui/language.ts'
import { toast } from '../../../shared/ui/toast.tsx'
import { useRefusalWords } from '../../../shared/ui/useRefusalWords.ts'
import { Setting, SettingsCard } from '../SettingsCard.tsx'
import { EmailNotices } from './EmailNotices.tsx'
import classes from '../Settings.module.css'

const TimeZoneSelect = lazy(() => import('./TimeZoneSelect.tsx'))

/** How the application looks, speaks and tells the time; each choice counts at once. */
export function LookCard() {
  const { t } = useLingui()
  const wordsFor = useRefusalWords()
  const look = useLook()
  const user = useSession(({ auth }) => auth.user)
  const isMuted = useSession(({ auth }) => auth.muteNotifications)
  const home = useSession(({ auth }) => auth.organization?.timezone ?? '')
  const [save, { isLoading }] = useEditSettingsMutation()
  const [isQuiet, setQuiet] = useState<boolean>()
  async function keep(change: Parameters<typeof save>[0]): Promise<boolean> {
    const { error } = await save(change)
    if (error) toast.api({ title: t`Not saved`, message: wordsFor(error) }, 'ERROR')
    return !error
  }

  async function mute(isOff: boolean): Promise<void> {
    setQuiet(isOff)
    const isKept = await keep({ muteNotifications: isOff })
    setQuiet(undefined)
    if (!isKept) return
    toast.undo({
      message: isOff ? t`Message notices are off.` : t`Message notices are on.`,
      onUndo: () => void keep({ muteNotifications: !isOff }),
    })
  }

  return (
    <SettingsCard id="look" title={t`Language, time and notices`}>
      <Setting label={t`Language`}>
        <SegmentedControl
          aria-label={t`Language`}
          value={look.locale}
          onChange={look.chooseLanguage}
          data={locales.map((value) => ({ value, label: localeNames[value] }))}
        />
      </Setting>
      <Setting label={t`Time zone`}>
        <Suspense fallback={<div className={classes.waiting} />}>
          <TimeZoneSelect
            value={user?.timezone ?? null}
            home={home}
            onChoose={(timezone) => void keep({ timezone })}
            disabled={isLoading}
          />
        </Suspense>
      </Setting>
      <Setting label={t`Theme`}>
        <SegmentedControl
          aria-label={t`Theme`}
          value={look.colorScheme}
          onChange={look.chooseScheme}
          data={[
            { value: 'light', label: t`Light` },
            { value: 'dark', label: t`Dark` },
            { value: 'auto', label: t`Same as device` },
          ]}
        />
      </Setting>
      <Setting label={<Trans>Mute notices</Trans>} help={t`No pop-up when a message comes in. The counts stay.`}>
        <Switch
          aria-label={t`Mute notices`}
          checked={isQuiet ?? isMuted}
          onChange={(event) => void mute(event.currentTarget.checked)}
        />
      </Setting>
      <EmailNotices />
    </SettingsCard>
  )
}
