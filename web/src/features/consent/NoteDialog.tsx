import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Modal, Radio, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { isRefusal } from '../../shared/api/send.ts'
import { toast } from '../../shared/ui/toast.tsx'
import { useRefusalWords } from '../../shared/ui/useRefusalWords.ts'
import { useNoteConsentMutation } from './api.ts'
import classes from './Consent.module.css'

export interface NoteDialogProps {
  contactId: string
  /** Whether the worker agreed or wants no more texts; the dialog is closed while absent. */
  action: 'attest' | 'opt_out' | undefined
  onClose: () => void
}

const methods = ['verbal', 'paper', 'email'] as const
type Method = (typeof methods)[number]

const wordsMax = 400

/** Asks how a worker agreed or opted out, and in which words; an opt-out is red, because only the worker can undo it. */
export function NoteDialog({ action, ...rest }: NoteDialogProps) {
  const { t } = useLingui()
  return (
    <Modal
      opened={action !== undefined}
      onClose={rest.onClose}
      title={action === 'opt_out' ? t`Opt this person out?` : t`Note consent`}
      size={440}
      returnFocus
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      {action && <NoteForm action={action} {...rest} />}
    </Modal>
  )
}

function NoteForm({ contactId, action, onClose }: NoteDialogProps & { action: 'attest' | 'opt_out' }) {
  const { t } = useLingui()
  const wordsFor = useRefusalWords()
  const [note, { isLoading }] = useNoteConsentMutation()
  const [method, setMethod] = useState<Method>(action === 'opt_out' ? 'verbal' : 'paper')
  const [words, setWords] = useState('')
  const [problem, setProblem] = useState('')
  const isOut = action === 'opt_out'
  const labels: Record<Method, string> = { verbal: t`By voice`, paper: t`On paper`, email: t`By email` }

  async function save(): Promise<void> {
    if (words.trim() === '') return setProblem(isOut ? t`Write what they said.` : t`Write what they agreed to.`)
    const { error } = await note({ contactId, action, method, words: words.trim() })
    if (error)
      return setProblem(
        isRefusal(error) && error.code === 'opt_out_stays'
          ? t`This person opted out meanwhile. Only they can undo this, by texting START.`
          : wordsFor(error),
      )
    toast.inApp({ type: 'success', message: isOut ? t`Opted out.` : t`Consent noted.` })
    onClose()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Stack gap="sm">
        <Text c="dimmed">
          {isOut ? (
            <Trans>Nobody here can text them any more. Only they can undo this, by texting START.</Trans>
          ) : (
            <Trans>Keep the proof: what they signed or said, and when.</Trans>
          )}
        </Text>
        <Radio.Group
          label={isOut ? t`How they told you` : t`How they agreed`}
          value={method}
          onChange={(next) => setMethod(next)}
        >
          <Group gap="md" mt={4}>
            {methods.map((one) => (
              <Radio key={one} value={one} label={labels[one]} />
            ))}
          </Group>
        </Radio.Group>
        <Textarea
          label={isOut ? t`What they said` : t`What they agreed to`}
          placeholder={
            isOut ? t`Asked at the end of the shift not to get texts` : t`Signed the texting form on the first day`
          }
          autosize
          minRows={3}
          maxLength={wordsMax}
          value={words}
          error={problem}
          onChange={(event) => {
            setWords(event.currentTarget.value)
            setProblem('')
          }}
          data-autofocus
        />
        <p className={classes.hint}>
          <Trans>This stays in the history of the number and cannot be changed later.</Trans>
        </p>
      </Stack>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose} disabled={isLoading}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" color={isOut ? 'red' : 'blue'} loading={isLoading}>
          {isOut ? <Trans>Opt out</Trans> : <Trans>Note consent</Trans>}
        </Button>
      </Group>
    </form>
  )
}
