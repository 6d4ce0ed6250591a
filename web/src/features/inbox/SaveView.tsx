import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, Group, Modal, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useRefusalWords } from '../../shared/ui/useRefusalWords.ts'
import { useCreateViewMutation } from './beside-api.ts'
import type { ListAsked } from './fold.ts'

const longestName = 40

/** Asks for the name under which the list is kept. */
export default function SaveView({ asked, onClose }: { asked: ListAsked; onClose: () => void }) {
  const { t } = useLingui()
  const [create, { isLoading }] = useCreateViewMutation()
  const wordsFor = useRefusalWords()
  const [name, setName] = useState('')
  const [isShared, setShared] = useState(false)
  const [refusal, setRefusal] = useState('')
  async function save(): Promise<void> {
    if (name.trim() === '') return setRefusal(t`Enter a name.`)
    const { error } = await create({ ...asked, name: name.trim(), shared: isShared })
    if (error) setRefusal(wordsFor(error))
    else onClose()
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
          <Button type="submit" loading={isLoading}>
            <Trans>Save view</Trans>
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
