import type { Contact } from '@crewline/contract/contacts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, List, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { fullName } from '../../shared/lib/session/state.ts'
import { Dialog } from '../../shared/ui/overlay/Dialog.tsx'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { useEraseMutation } from './api.ts'

export interface EraseDialogProps {
  contact: Contact
  isOpen: boolean
  onClose: () => void
  onErased: () => void
}

const reasonMax = 200

/** Erases a contact permanently after the last name was typed: shows what is deleted, and what is kept. */
export function EraseDialog({ isOpen, ...rest }: EraseDialogProps) {
  const { t } = useLingui()
  const name = fullName(rest.contact)
  return (
    <Dialog
      opened={isOpen}
      onClose={rest.onClose}
      title={t`Erase ${name}?`}
      size={480}
      returnFocus
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      {isOpen && <EraseForm {...rest} />}
    </Dialog>
  )
}

function EraseForm({ contact, onClose, onErased }: Omit<EraseDialogProps, 'isOpen'>) {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const [erase, { isLoading }] = useEraseMutation()
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<{ typed?: string; reason?: string }>({})
  // A contact without a last name is confirmed with a fixed word.
  const confirmation = contact.lastname.trim() || t`erase`
  const same = (text: string) => text.trim().toLocaleLowerCase()

  async function run(): Promise<void> {
    if (reason.trim() === '') return setProblem({ reason: t`Enter a reason.` })
    if (same(typed) !== same(confirmation)) return setProblem({ typed: t`Type ${confirmation} to continue.` })
    const { error } = await erase({ contactId: contact.id, reason: reason.trim(), confirm: true })
    if (error) return setProblem({ typed: messageFor(error) })
    toast.inApp({ type: 'success', message: t`Erased permanently.` })
    onClose()
    onErased()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void run()
      }}
    >
      <Stack gap="sm">
        <Text>
          <Trans>This can't be undone. The following will be permanently erased:</Trans>
        </Text>
        <List size="sm">
          <List.Item>
            <Trans>Name, number, and all other details</Trans>
          </List.Item>
          <List.Item>
            <Trans>The text of all messages and notes, plus voicemails and files</Trans>
          </List.Item>
          <List.Item>
            <Trans>Group memberships, drafts, and unsent texts</Trans>
          </List.Item>
        </List>
        <Text size="sm" c="dimmed">
          <Trans>
            Message counts stay in reports. If their number opted out, it stays opted out and we keep the evidence.
          </Trans>
        </Text>
        <TextInput
          label={t`Reason`}
          description={t`Saved with the record of this erasure. Don't include names.`}
          maxLength={reasonMax}
          value={reason}
          error={problem.reason}
          onChange={(event) => {
            setReason(event.currentTarget.value)
            setProblem({})
          }}
          data-autofocus
        />
        <TextInput
          label={t`Type ${confirmation} to confirm`}
          value={typed}
          error={problem.typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setProblem({})
          }}
          autoComplete="off"
          spellCheck={false}
        />
      </Stack>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose} disabled={isLoading}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" color="red" loading={isLoading}>
          <Trans>Erase permanently</Trans>
        </Button>
      </Group>
    </form>
  )
}
