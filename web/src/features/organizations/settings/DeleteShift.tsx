import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Stack, Text } from '@mantine/core'
import { Dialog } from '../../../shared/ui/overlay/Dialog.tsx'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import { announce } from '../../../shared/ui/feedback/announce.ts'
import { useDeleteShiftMutation, type Shift } from '../shifts-api.ts'

export interface DeleteShiftProps {
  shift: Shift
  onClose: () => void
}

/** Asks before a shift that people have is deleted. */
export default function DeleteShift({ shift, onClose }: DeleteShiftProps) {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const [remove, { isLoading, error }] = useDeleteShiftMutation()
  async function confirm(): Promise<void> {
    const answer = await remove(shift.id)
    if (answer.error) return
    announce(t`Shift deleted.`)
    onClose()
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t`Delete this shift?`}
      size={440}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <Stack gap="md">
        <Text size="sm">
          <Trans>
            <Plural value={shift.groupIds.length} one="# group" other="# groups" /> and{' '}
            <Plural value={shift.contacts} one="# contact" other="# contacts" /> have it. They won't have a shift
            afterward.
          </Trans>
        </Text>
        {error !== undefined && (
          <Text c="var(--mantine-color-error)" size="sm" role="alert">
            {messageFor(error)}
          </Text>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} data-autofocus>
            <Trans>Cancel</Trans>
          </Button>
          <Button color="red" loading={isLoading} onClick={() => void confirm()}>
            <Trans>Delete shift</Trans>
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
