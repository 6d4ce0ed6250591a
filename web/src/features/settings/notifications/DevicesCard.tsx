import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import {
  askForPush,
  canPush,
  forgetThisDevice,
  rememberDevice,
  thisDevice,
  useAddPushDeviceMutation,
  useRemovePushDeviceMutation,
} from '../../notifications/index.ts'
import { RelativeTime } from '../../../shared/ui/RelativeTime.tsx'
import { toast } from '../../../shared/ui/toast.tsx'
import { useRefusalWords } from '../../../shared/ui/useRefusalWords.ts'
import { SettingsCard } from '../SettingsCard.tsx'
import classes from './NotificationsTab.module.css'

export interface DevicesCardProps {
  devices: { id: string; label: string; createdAt: string }[]
  pushKey: string
}

/** The browsers that get push messages; this one can be added and each one taken out. */
export function DevicesCard({ devices, pushKey }: DevicesCardProps) {
  const { t } = useLingui()
  const wordsFor = useRefusalWords()
  const [add] = useAddPushDeviceMutation()
  const [remove] = useRemovePushDeviceMutation()
  const [isAsking, setAsking] = useState(false)
  const [isDenied, setDenied] = useState(false)
  const [own, setOwn] = useState(thisDevice)
  const isOn = devices.some(({ id }) => id === own)

  async function turnOn(): Promise<void> {
    setAsking(true)
    const reached = await askForPush(pushKey)
    setDenied(reached === 'denied')
    if (reached !== 'denied') {
      const { data, error } = await add(reached)
      if (error) toast.api({ title: t`Not saved`, message: wordsFor(error) }, 'ERROR')
      else if (data) {
        rememberDevice(data.id)
        setOwn(data.id)
      }
    }
    setAsking(false)
  }
  async function takeOut(id: string): Promise<void> {
    const { error } = await remove(id)
    if (error) return toast.api({ title: t`Not saved`, message: wordsFor(error) }, 'ERROR')
    if (id !== own) return
    setOwn(undefined)
    await forgetThisDevice(async () => {})
  }
  return (
    <SettingsCard
      id="push"
      title={t`Push messages`}
      text={t`New messages reach this device also when Crewline is closed. Only you can read them on the way.`}
    >
      {devices.length > 0 && (
        <ul className={classes.devices}>
          {devices.map(({ id, label, createdAt }) => (
            <li key={id} className={classes.device}>
              <span>
                {label} {id === own && <strong>{t`(this device)`}</strong>}{' '}
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
          <Trans>This browser cannot get push messages. On an iPhone, add Crewline to the home screen first.</Trans>
        </p>
      )}
      {isDenied && (
        <p role="alert">
          <Trans>
            Your browser does not allow it. Allow notifications for this site in its settings and try again.
          </Trans>
        </p>
      )}
    </SettingsCard>
  )
}
