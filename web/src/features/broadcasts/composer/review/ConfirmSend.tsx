import { formatNumber } from '@crewline/contract/formats'
import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { Dialog } from '../../../../shared/ui/overlay/Dialog.tsx'
import { isTypedCount } from '../draft-rules.ts'

export interface ConfirmSendProps {
  /** The text of the button that opened it. */
  label: string
  people: number
  segments: number
  isNow: boolean
  /** The number must be typed. */
  isTyped: boolean
  onConfirm: () => Promise<void>
  onCancel: () => void
}

/** Asks once before texting many people; for very many and for everyone, the number is typed. */
export function ConfirmSend({ label, people, segments, isNow, isTyped, onConfirm, onCancel }: ConfirmSendProps) {
  const { t, i18n } = useLingui()
  const [typed, setTyped] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const isRight = !isTyped || isTypedCount(typed, people)
  const number = formatNumber(people, i18n.locale)
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    setSubmitted(true)
    if (!isRight || isBusy) return
    setBusy(true)
    await onConfirm()
    setBusy(false)
  }
  return (
    <Dialog
      opened
      onClose={isBusy ? () => {} : onCancel}
      title={plural(people, { one: 'Text # person?', other: 'Text # people?' })}
      size={440}
      withCloseButton={false}
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          <p>
            <Plural value={segments} one="This uses # segment." other="This uses # segments." />{' '}
            {isNow && <Trans>It starts in 30 seconds. You can stop it until then.</Trans>}
          </p>
          {isTyped && (
            <TextInput
              label={t`Type ${number} to confirm`}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              error={isSubmitted && !isRight && t`Type the number of people: ${number}.`}
              inputMode="numeric"
              autoComplete="off"
              data-autofocus
            />
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onCancel} disabled={isBusy}>
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit" loading={isBusy}>
              {label}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
