import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { SubmitButton } from '../form/SubmitButton.tsx'
import { useUnsaved } from '../form/useUnsaved.ts'
import { Dialog } from './Dialog.tsx'
import { useFocusBack } from './useFocusBack.ts'

export interface FormDialogProps {
  title: string
  /** The label of the button that submits: "Save shift". */
  submit: ReactNode
  onSubmit: () => Promise<void> | void
  onClose: () => void
  /** What would be lost: asks before it closes with values that differ from the first ones. Absent for a short field. */
  values?: unknown
  /** While true the submit button shows a spinner and ignores clicks. */
  isSending?: boolean
  /** Why the form cannot be sent yet; the button is disabled and the reason is its tooltip. */
  offBecause?: string | undefined
  /** A problem that belongs to no field. */
  problem?: string | undefined
  /** Width in px. */
  size?: number
  /** The fields. */
  children: ReactNode
}

/** A dialog with a form: its fields, a problem in words, and the buttons to cancel and to submit. */
export function FormDialog({
  title,
  submit,
  onSubmit,
  onClose,
  values,
  isSending = false,
  offBecause,
  problem,
  size = 480,
  children,
}: FormDialogProps) {
  const { t } = useLingui()
  useFocusBack()
  const unsaved = useUnsaved(values ?? null)
  const leave = () => unsaved.leave(onClose)
  return (
    <Dialog opened onClose={leave} title={title} size={size} closeButtonProps={{ 'aria-label': t`Close` }}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          // The form around this dialog, of a message or of settings, is another one.
          event.stopPropagation()
          void onSubmit()
        }}
        noValidate
      >
        <Stack gap="md">
          {children}
          {problem && (
            <Text c="var(--mantine-color-error)" size="sm" role="alert">
              {problem}
            </Text>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={leave}>
              <Trans>Cancel</Trans>
            </Button>
            <SubmitButton isSending={isSending} {...(offBecause !== undefined && { offBecause })}>
              {submit}
            </SubmitButton>
          </Group>
        </Stack>
      </form>
      {unsaved.question}
    </Dialog>
  )
}
