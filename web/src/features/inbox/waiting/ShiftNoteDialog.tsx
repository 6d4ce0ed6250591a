import { formatUnit } from '@crewline/contract/formats'
import { SHIFT_NOTE_MAX } from '@crewline/contract/limits'
import { plural } from '@lingui/core/macro'
import { Plural, useLingui } from '@lingui/react/macro'
import { Checkbox, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { Reply } from '../../../shared/api/from-contract.ts'
import { announce } from '../../../shared/ui/feedback/announce.ts'
import { FormDialog } from '../../../shared/ui/overlay/FormDialog.tsx'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import { waitingTimeOf } from '../list/row-chip.ts'
import { useCreateShiftNoteMutation } from '../state/related-api.ts'
import { useNow } from '../thread/useNow.ts'

export interface ShiftNoteDialogProps {
  queue: Reply<'waitingQueue'>
  onClose: () => void
}

/** Writes a note for the next shift: the counts are added, and the member's waiting conversations can be unassigned. */
export default function ShiftNoteDialog({ queue, onClose }: ShiftNoteDialogProps) {
  const { t, i18n } = useLingui()
  const now = useNow()
  const describeError = useErrorText()
  const [create, { isLoading }] = useCreateShiftNoteMutation()
  const [text, setText] = useState('')
  const [unassigns, setUnassigns] = useState(queue.mine > 0)
  const [refusal, setRefusal] = useState('')
  const { count, mine, waitingSince } = queue
  const longest = waitingSince ? waitingTimeOf(waitingSince, now) : undefined
  const time = longest ? formatUnit(longest.value, longest.unit, i18n.locale) : ''

  async function save(): Promise<void> {
    if (text.trim() === '' && count === 0) return setRefusal(t`Write a note first.`)
    const { data, error } = await create({ text, unassign: unassigns })
    if (error) return setRefusal(describeError(error))
    const { unassigned } = data
    announce(
      unassigned > 0
        ? plural(unassigned, {
            one: 'Note left. # conversation was unassigned.',
            other: 'Note left. # conversations were unassigned.',
          })
        : t`Note left.`,
    )
    onClose()
  }
  return (
    <FormDialog
      title={t`Leave a shift note`}
      size={440}
      submit={t`Leave note`}
      isSending={isLoading}
      onSubmit={save}
      onClose={onClose}
      values={text}
    >
      {count > 0 && (
        <Text size="sm">
          <Plural
            value={count}
            one={`Your note says that # person is waiting, longest ${time}.`}
            other={`Your note says that # people are waiting, longest ${time}.`}
          />
        </Text>
      )}
      <Textarea
        label={count > 0 ? t`Note (optional)` : t`Note`}
        description={t`Everyone on your team with inbox access sees it for 24 hours.`}
        placeholder={t`What should the next shift know?`}
        data-autofocus
        autosize
        minRows={3}
        maxRows={8}
        maxLength={SHIFT_NOTE_MAX}
        value={text}
        error={refusal || undefined}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setRefusal('')
        }}
      />
      {mine > 0 && (
        <Checkbox
          label={plural(mine, {
            one: 'Unassign # conversation of mine that is waiting',
            other: 'Unassign # conversations of mine that are waiting',
          })}
          checked={unassigns}
          onChange={(event) => setUnassigns(event.currentTarget.checked)}
        />
      )}
    </FormDialog>
  )
}
