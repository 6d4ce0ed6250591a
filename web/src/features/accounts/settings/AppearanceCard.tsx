import { Trans, useLingui } from '@lingui/react/macro'
import { SegmentedControl, Switch } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useEditSettingsMutation } from '../api.ts'
import { useAppearance } from '../useAppearance.ts'
import { localeName } from '../../../shared/lib/locale.ts'
import { useSession } from '../../../shared/lib/session/select.ts'
import { locales } from '../../../shared/ui/text/preferred-locale.ts'
import { toast } from '../../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import { Setting, SettingsCard } from '../../../shared/ui/settings/SettingsCard.tsx'
import { EmailNotices } from './EmailNotices.tsx'
import classes from '../../../shared/ui/settings/SettingsCard.module.css'

const TimeZoneSelect = lazy(() => import('./TimeZoneSelect.tsx'))

/** Appearance, language and time format; each choice applies at once. */
export function AppearanceCard() {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const appearance = useAppearance()
  const user = useSession(({ auth }) => auth.user)
  const isMuted = useSession(({ auth }) => auth.muteNotifications)
  const home = useSession(({ auth }) => auth.organization?.timezone ?? '')
  const [save, { isLoading }] = useEditSettingsMutation()
  const [isMutedNow, setMutedNow] = useState<boolean>()
  async function keep(change: Parameters<typeof save>[0]): Promise<boolean> {
    const { error } = await save(change)
    if (error) toast.failed(error, { title: t`Couldn't save`, message: messageFor(error) })
    return !error
  }

  async function mute(isOff: boolean): Promise<void> {
    setMutedNow(isOff)
    const isSaved = await keep({ muteNotifications: isOff })
    setMutedNow(undefined)
    if (!isSaved) return
    toast.undo({
      message: isOff ? t`Message notifications are off.` : t`Message notifications are on.`,
      onUndo: () => void keep({ muteNotifications: !isOff }),
    })
  }

  return (
    <SettingsCard id="look" title={t`Language, time, and notifications`}>
      <Setting label={t`Language`}>
        <SegmentedControl
          aria-label={t`Language`}
          value={appearance.locale}
          onChange={appearance.chooseLanguage}
          data={locales.map((value) => ({ value, label: <bdi>{localeName(value)}</bdi> }))}
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
          value={appearance.colorScheme}
          onChange={appearance.chooseScheme}
          data={[
            { value: 'light', label: t`Light` },
            { value: 'dark', label: t`Dark` },
            { value: 'auto', label: t`Same as device` },
          ]}
        />
      </Setting>
      <Setting
        label={<Trans>Mute notifications</Trans>}
        help={t`Don't show pop-ups for new messages. Unread counts still show.`}
      >
        <Switch
          aria-label={t`Mute notifications`}
          checked={isMutedNow ?? isMuted}
          onChange={(event) => void mute(event.currentTarget.checked)}
        />
      </Setting>
      <EmailNotices />
    </SettingsCard>
  )
}
