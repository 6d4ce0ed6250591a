import { Trans } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { Dialog } from './Dialog.tsx'

export interface ConfirmCountProps {
  isOpen: boolean
  /** Verb, object and count: "Send to 4,212 people?", 'Delete the group "Night shift"?'. */
  title: string
  /** The consequence: "The 86 contacts stay." */
  children?: ReactNode
  /** The same verb as in the title: "Delete group". */
  confirmLabel: string
  /** Red, and the focus starts on Cancel. */
  isDestructive?: boolean
  /**
   * Runs the action; while the promise is pending both buttons are disabled, then the dialog closes. A rejection keeps
   * it open.
   */
  onConfirm: () => Promise<void> | void
  onCancel: () => void
}

/** Asks for confirmation before an action that cannot be undone; names the object and the count. */
export function ConfirmCount({
  isOpen,
  title,
  children,
  confirmLabel,
  isDestructive = false,
  onConfirm,
  onCancel,
}: ConfirmCountProps) {
  const [isBusy, setBusy] = useState(false)
  async function confirm(): Promise<void> {
    setBusy(true)
    try {
      await onConfirm()
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      opened={isOpen}
      onClose={isBusy ? () => {} : onCancel}
      title={title}
      size={440}
      withCloseButton={false}
      returnFocus
    >
      {children && (
        <Text component="div" c="dimmed">
          {children}
        </Text>
      )}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onCancel} disabled={isBusy} data-autofocus={isDestructive || undefined}>
          <Trans>Cancel</Trans>
        </Button>
        <Button
          color={isDestructive ? 'red' : 'blue'}
          onClick={() => void confirm()}
          loading={isBusy}
          data-autofocus={!isDestructive || undefined}
        >
          {confirmLabel}
        </Button>
      </Group>
    </Dialog>
  )
}
