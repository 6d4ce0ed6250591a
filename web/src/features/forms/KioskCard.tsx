import type { Form } from '@crewline/contract/forms'
import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button, CopyButton, Group, NumberInput } from '@mantine/core'
import { IconCopy, IconDeviceTablet } from '@tabler/icons-react'
import { FORM_IDLE_MAX_SECONDS, FORM_IDLE_MIN_SECONDS } from '@crewline/contract/form-limits'
import { useState } from 'react'
import { useCan } from '../../shared/lib/session/select.ts'
import { ConfirmCount } from '../../shared/ui/overlay/ConfirmCount.tsx'
import { QrCode } from '../../shared/ui/QrCode.tsx'
import { SettingsCard } from '../../shared/ui/settings/SettingsCard.tsx'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { useSetFormKioskMutation } from './api.ts'
import classes from './Forms.module.css'

const IDLE_SECONDS = 60

/** The address for a tablet that many people use: turned on, replaced, and turned off. */
export function KioskCard({ form }: { form: Form }) {
  const { t } = useLingui()
  const canEdit = useCan('replies.manage')
  const messageFor = useErrorText()
  const [set, { isLoading }] = useSetFormKioskMutation()
  const [idle, setIdle] = useState<number | string>(form.kiosk?.idleSeconds ?? IDLE_SECONDS)
  const [isAsking, setAsking] = useState(false)
  const { kiosk } = form
  async function save(idleSeconds: number | null, done: string, newAddress = false): Promise<void> {
    setAsking(false)
    const { error } = await set({ id: form.id, idleSeconds, newAddress })
    if (error) toast.api({ title: t`Couldn't change the tablet address`, message: messageFor(error) }, 'ERROR')
    else toast.api({ title: done, message: '' }, 'OK')
  }
  const seconds = typeof idle === 'number' ? idle : IDLE_SECONDS
  const isChanged = kiosk !== null && typeof idle === 'number' && idle !== kiosk.idleSeconds
  return (
    <SettingsCard
      id="kiosk"
      title={t`Shared tablet`}
      text={
        <Trans>
          For a tablet in a break room. It starts over after each answer and keeps nothing. Anyone who has the address
          can answer.
        </Trans>
      }
    >
      {kiosk && (
        <>
          <QrCode text={kiosk.link} label={t`QR code for the tablet`} />
          <p className={classes.link} translate="no">
            <Anchor href={kiosk.link} target="_blank" rel="noreferrer">
              {kiosk.link}
            </Anchor>
          </p>
        </>
      )}
      {canEdit && (
        <NumberInput
          label={t`Start over after`}
          description={t`Seconds without a touch.`}
          value={idle}
          min={FORM_IDLE_MIN_SECONDS}
          max={FORM_IDLE_MAX_SECONDS}
          allowDecimal={false}
          clampBehavior="blur"
          hideControls
          mb="sm"
          maw={240}
          onChange={setIdle}
        />
      )}
      <Group gap="xs">
        {kiosk && (
          <CopyButton value={kiosk.link}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy} leftSection={<IconCopy size={16} stroke={1.75} aria-hidden />}>
                {copied ? <Trans>Copied</Trans> : <Trans>Copy tablet link</Trans>}
              </Button>
            )}
          </CopyButton>
        )}
        {canEdit && isChanged && (
          <Button loading={isLoading} onClick={() => void save(seconds, t`Saved`)}>
            <Trans>Save</Trans>
          </Button>
        )}
        {canEdit && (
          <Button
            variant="default"
            loading={isLoading}
            leftSection={<IconDeviceTablet size={16} stroke={1.75} aria-hidden />}
            onClick={() => (kiosk ? setAsking(true) : void save(seconds, t`The tablet address works`))}
          >
            {kiosk ? <Trans>Make a new address</Trans> : <Trans>Turn on</Trans>}
          </Button>
        )}
        {canEdit && kiosk && (
          <Button
            variant="default"
            disabled={isLoading}
            onClick={() => void save(null, t`The tablet address no longer works`)}
          >
            <Trans>Turn off</Trans>
          </Button>
        )}
      </Group>
      <ConfirmCount
        isOpen={isAsking}
        title={t`Make a new address?`}
        confirmLabel={t`Make a new address`}
        isDestructive
        onCancel={() => setAsking(false)}
        onConfirm={() => save(kiosk?.idleSeconds ?? seconds, t`The tablet has a new address`, true)}
      >
        <Trans>Tablets with the old address stop working.</Trans>
      </ConfirmCount>
    </SettingsCard>
  )
}
