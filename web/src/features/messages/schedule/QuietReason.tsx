import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { Dialog } from '../../../shared/ui/overlay/Dialog.tsx'

export interface QuietReasonProps {
  name: string
  /** The local time of the contact. */
  time: string
  /** Whether they are off shift; otherwise it is night there. */
  isOffShift: boolean
  onSend: (override: { reason: string; replyCanWait: boolean }) => void
  onClose: () => void
}

const longest = 200

/** Asks for the reason to send during quiet hours or off shift; the reason is recorded. */
export default function QuietReason({ name, time, isOffShift, onSend, onClose }: QuietReasonProps) {
  const { t } = useLingui()
  const [reason, setReason] = useState('')
  const [replyCanWait, setReplyCanWait] = useState(true)
  const [isSubmitted, setSubmitted] = useState(false)
  function submit(event: FormEvent): void {
    event.preventDefault()
    event.stopPropagation()
    if (reason.trim() === '') setSubmitted(true)
    else onSend({ reason: reason.trim(), replyCanWait })
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={isOffShift ? t`Send while off shift?` : t`Send at night?`}
      size={440}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label={t`Why can't it wait?`}
            description={
              isOffShift
                ? t`${name} is off shift. Reading and answering texts then can be paid time. Your reason is saved in the audit log.`
                : t`It's ${time} for ${name}. Your reason is saved in the audit log.`
            }
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            error={isSubmitted && reason.trim() === '' && t`Enter a reason.`}
            maxLength={longest}
            data-autofocus
          />
          {isOffShift && (
            <Checkbox
              label={t`Add “No reply needed before your shift.”`}
              description={t`In the language of ${name}.`}
              checked={replyCanWait}
              onChange={(event) => setReplyCanWait(event.currentTarget.checked)}
            />
          )}
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
    </Dialog>
  )
}
