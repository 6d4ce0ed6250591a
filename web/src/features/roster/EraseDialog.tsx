import type { Contact } from '@crewline/contract/contacts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, List, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { fullName } from '../../shared/lib/session/state.ts'
import { toast } from '../../shared/ui/toast.tsx'
import { useRefusalWords } from '../../shared/ui/useRefusalWords.ts'
import { useEraseMutation } from './api.ts'

export interface EraseDialogProps {
  contact: Contact
  isOpen: boolean
  onClose: () => void
  onErased: () => void
}

const reasonMax = 200

/** Erases a person for good, after their last name was typed: says what goes, and what stays. */
export function EraseDialog({ isOpen, ...rest }: EraseDialogProps) {
  const { t } = useLingui()
  const name = fullName(rest.contact)
  return (
    <Modal
      opened={isOpen}
      onClose={rest.onClose}
      title={t`Erase ${name}?`}
      size={480}
      returnFocus
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      {isOpen && <EraseForm {...rest} />}
    </Modal>
  )
}

function EraseForm({ contact, onClose, onErased }: Omit<EraseDialogProps, 'isOpen'>) {
  const { t } = useLingui()
  const wordsFor = useRefusalWords()
  const [erase, { isLoading }] = useEraseMutation()
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<{ typed?: string; reason?: string }>({})
  // Who has no last name is confirmed by the word.
  const asked = contact.lastname.trim() || t`erase`
  const same = (one: string) => one.trim().toLocaleLowerCase()

  async function run(): Promise<void> {
    if (reason.trim() === '') return setProblem({ reason: t`Write why.` })
    if (same(typed) !== same(asked)) return setProblem({ typed: t`Type ${asked} to go on.` })
    const { error } = await erase({ contactId: contact.id, reason: reason.trim(), confirm: true })
    if (error) return setProblem({ typed: wordsFor(error) })
    toast.inApp({ type: 'success', message: t`Erased for good.` })
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
          <Trans>This cannot be undone. These go for good:</Trans>
        </Text>
        <List size="sm">
          <List.Item>
            <Trans>Their name, number and every other fact</Trans>
          </List.Item>
          <List.Item>
            <Trans>The words of all messages and notes, voicemails and files</Trans>
          </List.Item>
          <List.Item>
            <Trans>Their groups, drafts to them, texts that wait to be sent</Trans>
          </List.Item>
        </List>
        <Text size="sm" c="dimmed">
          <Trans>
            How many messages there were still counts in reports. If their number opted out, it stays opted out, with
            the proof.
          </Trans>
        </Text>
        <TextInput
          label={t`Reason`}
          description={t`It is kept with the record of the erasure. Leave out names.`}
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
          label={t`Type ${asked} to confirm`}
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
          <Trans>Erase for good</Trans>
        </Button>
      </Group>
    </form>
  )
}
