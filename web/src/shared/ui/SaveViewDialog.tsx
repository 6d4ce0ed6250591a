import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, Group, Modal, TextInput } from '@mantine/core'
import { useState } from 'react'
import { isRefusal } from '../api/send.ts'
import { useRefusalWords } from './useRefusalWords.ts'

const longestName = 40

export interface SaveViewDialogProps {
  /** Keeps the list under the name, for the whole team if shared; answers why not, or nothing. */
  onSave: (view: { name: string; shared: boolean }) => Promise<unknown>
  isSaving: boolean
  onClose: () => void
}

/** Asks for the name under which a list is kept, and for whom; a refusal stands at the name and nothing typed is lost. */
export function SaveViewDialog({ onSave, isSaving, onClose }: SaveViewDialogProps) {
  const { t } = useLingui()
  const wordsFor = useRefusalWords()
  const [name, setName] = useState('')
  const [isShared, setShared] = useState(false)
  const [refusal, setRefusal] = useState('')

  async function save(): Promise<void> {
    if (name.trim() === '') return setRefusal(t`Enter a name.`)
    const error = await onSave({ name: name.trim(), shared: isShared })
    if (isRefusal(error) && error.code === 'name_taken') setRefusal(t`This name is taken. Choose another.`)
    else if (error) setRefusal(wordsFor(error))
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t`Save this view`}
      size={400}
      returnFocus
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <TextInput
          label={t`Name`}
          data-autofocus
          maxLength={longestName}
          value={name}
          error={refusal || undefined}
          onChange={(event) => {
            setName(event.currentTarget.value)
            setRefusal('')
          }}
        />
        <Checkbox
          mt="sm"
          label={t`Show it to the whole team`}
          checked={isShared}
          onChange={(event) => setShared(event.currentTarget.checked)}
        />
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={isSaving}>
            <Trans>Save view</Trans>
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
