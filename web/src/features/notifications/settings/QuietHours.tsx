import { useLingui } from '@lingui/react/macro'
import { Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Setting } from '../../../shared/ui/settings/SettingsCard.tsx'
import classes from './NotificationsTab.module.css'

export interface QuietHoursProps {
  quiet: { from: string; to: string } | null
  onChoose: (quiet: { from: string; to: string } | null) => void
}

const usual = { from: '20:00', to: '07:00' }
const isTime = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)

/** The hours without push messages and digests; a time applies once it is complete. */
export function QuietHours({ quiet, onChoose }: QuietHoursProps) {
  const { t } = useLingui()
  const [typed, setTyped] = useState(quiet ?? usual)
  function change(part: Partial<typeof usual>): void {
    const next = { ...typed, ...part }
    setTyped(next)
    if (isTime(next.from) && isTime(next.to)) onChoose(next)
  }
  return (
    <Setting
      label={t`Quiet hours`}
      help={t`No push notifications or email digests during these hours, in your time zone.`}
    >
      <div className={classes.times}>
        <Switch
          aria-label={t`Quiet hours`}
          checked={quiet !== null}
          onChange={(event) => onChoose(event.currentTarget.checked ? typed : null)}
        />
        {quiet !== null && (
          <>
            <TextInput
              type="time"
              label={t({ message: 'From', context: 'time' })}
              value={typed.from}
              onChange={(event) => change({ from: event.currentTarget.value })}
            />
            <TextInput
              type="time"
              label={t({ message: 'To', context: 'time' })}
              value={typed.to}
              onChange={(event) => change({ to: event.currentTarget.value })}
            />
          </>
        )}
      </div>
    </Setting>
  )
}
