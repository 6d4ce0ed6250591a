import { useLingui } from '@lingui/react/macro'
import { Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import { isRefusal } from '../../api/send.ts'
import { FormDialog } from '../overlay/FormDialog.tsx'
import { useErrorText } from '../text/useErrorText.ts'

const longestName = 40

export interface SaveViewDialogProps {
  /** Saves the list under the name, for the whole team if shared; resolves to the error, or to nothing. */
  onSave: (view: { name: string; shared: boolean }) => Promise<unknown>
  isSaving: boolean
  onClose: () => void
}

/** Asks for the name of a saved list and who can see it; an error shows at the name and no input is lost. */
export function SaveViewDialog({ onSave, isSaving, onClose }: SaveViewDialogProps) {
  const { t } = useLingui()
  const describeError = useErrorText()
  const [name, setName] = useState('')
  const [isShared, setShared] = useState(false)
  const [refusal, setRefusal] = useState('')

  async function save(): Promise<void> {
    if (name.trim() === '') return setRefusal(t`Enter a name.`)
    const error = await onSave({ name: name.trim(), shared: isShared })
    if (isRefusal(error) && error.code === 'name_taken') setRefusal(t`This name is already taken. Choose another one.`)
    else if (error) setRefusal(describeError(error))
  }
  return (
    <FormDialog
      title={t`Save this view`}
      size={400}
      submit={t`Save view`}
      isSending={isSaving}
      onSubmit={save}
      onClose={onClose}
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
        label={t`Share with the team`}
        checked={isShared}
        onChange={(event) => setShared(event.currentTarget.checked)}
      />
    </FormDialog>
  )
}
