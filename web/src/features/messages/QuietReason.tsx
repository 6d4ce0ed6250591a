import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'

export interface QuietReasonProps {
  name: string
  /** What clocks show there now. */
  time: string
  onSend: (reason: string) => void
  onClose: () => void
}

const longest = 200

/** Asks why a text cannot wait for the morning; the answer goes into the records. */
export default function QuietReason({ name, time, onSend, onClose }: QuietReasonProps) {
  const { t } = useLingui()
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  function submit(event: FormEvent): void {
    event.preventDefault()
    event.stopPropagation()
    if (reason.trim() === '') setTried(true)
    else onSend(reason.trim())
  }
  return (
    <Modal opened onClose={onClose} title={t`Send at night?`} size={440} closeButtonProps={{ 'aria-label': t`Close` }}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label={t`Why can it not wait?`}
            description={t`It is ${time} for ${name}. Your reason is kept in the audit log.`}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            error={isTried && reason.trim() === '' && t`Enter a reason.`}
            maxLength={longest}
            data-autofocus
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit">
              <Trans>Send now</Trans>
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
