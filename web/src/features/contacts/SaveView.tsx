import type { ContactView } from '@crewline/contract/roster'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, Group, Modal, TextInput } from '@mantine/core'
import { useState } from 'react'
import { isRefusal } from '../../shared/api/send.ts'
import { useRefusalWords } from '../../shared/ui/useRefusalWords.ts'
import { useSaveContactViewMutation } from './acts-api.ts'

const longestName = 40

export interface SaveViewProps {
  /** What the view keeps besides its name. */
  kept: Pick<ContactView, 'audience' | 'sort' | 'order' | 'columns'>
  onClose: () => void
  onSaved: (view: ContactView) => void
}

/** Asks for the name under which the list is kept, and for whom. */
export default function SaveView({ kept, onClose, onSaved }: SaveViewProps) {
  const { t } = useLingui()
  const [save, { isLoading }] = useSaveContactViewMutation()
  const wordsFor = useRefusalWords()
  const [name, setName] = useState('')
  const [isShared, setShared] = useState(false)
  const [refusal, setRefusal] = useState('')

  async function keep(): Promise<void> {
    if (name.trim() === '') return setRefusal(t`Enter a name.`)
    const { data, error } = await save({ ...kept, name: name.trim(), shared: isShared })
    if (data) onSaved(data)
    else if (isRefusal(error) && error.code === 'name_taken') setRefusal(t`This name is taken. Choose another.`)
    else setRefusal(wordsFor(error))
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
          void keep()
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
          <Button type="submit" loading={isLoading}>
            <Trans>Save view</Trans>
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
