import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { requestPushSubscription, canPush, unregisterThisDevice, rememberDevice, thisDevice } from '../push.ts'
import { useAddPushDeviceMutation, useRemovePushDeviceMutation } from '../api.ts'
import { RelativeTime } from '../../../shared/ui/text/RelativeTime.tsx'
import { toast } from '../../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import { SettingsCard } from '../../../shared/ui/settings/SettingsCard.tsx'
import classes from './NotificationsTab.module.css'

export interface DevicesCardProps {
  devices: { id: string; label: string; createdAt: string }[]
  pushKey: string
}

/** Lists the browsers that get push messages; this one can be added and each one removed. */
export function DevicesCard({ devices, pushKey }: DevicesCardProps) {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const [add] = useAddPushDeviceMutation()
  const [remove] = useRemovePushDeviceMutation()
  const [isAsking, setAsking] = useState(false)
  const [isDenied, setDenied] = useState(false)
  const [deviceId, setDeviceId] = useState(thisDevice)
  const isOn = devices.some(({ id }) => id === deviceId)

  async function turnOn(): Promise<void> {
    setAsking(true)
    const reached = await requestPushSubscription(pushKey)
    setDenied(reached === 'denied')
    if (reached !== 'denied') {
      const { data, error } = await add(reached)
      if (error) toast.failed(error, { title: t`Couldn't save`, message: messageFor(error) })
      else if (data) {
        rememberDevice(data.id)
        setDeviceId(data.id)
      }
    }
    setAsking(false)
  }
  async function takeOut(id: string): Promise<void> {
    const { error } = await remove(id)
    if (error) return toast.failed(error, { title: t`Couldn't save`, message: messageFor(error) })
    if (id !== deviceId) return
    setDeviceId(undefined)
    await unregisterThisDevice(async () => {})
  }
  return (
    <SettingsCard
      id="push"
      title={t`Push notifications`}
      text={t`Get notified even when Crewline is closed. Notifications are encrypted.`}
    >
      {devices.length > 0 && (
        <ul className={classes.devices}>
          {devices.map(({ id, label, createdAt }) => (
            <li key={id} className={classes.device}>
              <span>
                {label} {id === deviceId && <strong>{t`(this device)`}</strong>}{' '}
                <span className={classes.since}>
                  <RelativeTime at={createdAt} />
                </span>
              </span>
              <Button
                variant="default"
                size="compact-sm"
                onClick={() => void takeOut(id)}
                aria-label={t`Turn off on ${label}`}
              >
                <Trans>Turn off</Trans>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {!isOn && canPush() && (
        <Button variant="default" onClick={() => void turnOn()} loading={isAsking}>
          <Trans>Turn on for this device</Trans>
        </Button>
      )}
      {!canPush() && (
        <p className={classes.since}>
          <Trans>
            This browser doesn't support push notifications. On an iPhone, add Crewline to your home screen first.
          </Trans>
        </p>
      )}
      {isDenied && (
        <p role="alert">
          <Trans>
            Your browser is blocking notifications. Allow them for this site in your browser settings, then try again.
          </Trans>
        </p>
      )}
    </SettingsCard>
  )
}
