import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Radio, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { refusalOf } from '../../shared/api/send.ts'
import { useUnsaved } from '../../shared/ui/form/useUnsaved.ts'
import { Dialog } from '../../shared/ui/overlay/Dialog.tsx'
import { CloseAsksContext, useCloseAsks } from '../../shared/ui/overlay/close-asks.ts'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { useRecordConsentMutation } from './api.ts'
import classes from './Consent.module.css'
import { useOptedOutToast } from './useOptedOutToast.ts'

export interface NoteDialogProps {
  contactId: string
  /** Whether to record a consent or an opt-out; the dialog is closed while undefined. */
  action: 'attest' | 'opt_out' | undefined
  onClose: () => void
}

const methods = ['verbal', 'paper', 'email'] as const
type Method = (typeof methods)[number]

const noteMaxLength = 400

/**
 * Records how a contact agreed or opted out, and the original text; an opt-out is red, because after some seconds only
 * the contact can undo it.
 */
export function NoteDialog({ action, ...rest }: NoteDialogProps) {
  const { t } = useLingui()
  const { setAsks, close } = useCloseAsks(rest.onClose)
  return (
    <Dialog
      opened={action !== undefined}
      onClose={close}
      title={action === 'opt_out' ? t`Opt out this contact?` : t`Record consent`}
      size={440}
      returnFocus
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <CloseAsksContext value={setAsks}>{action && <NoteForm action={action} {...rest} />}</CloseAsksContext>
    </Dialog>
  )
}

function NoteForm({ contactId, action, onClose }: NoteDialogProps & { action: 'attest' | 'opt_out' }) {
  const { t } = useLingui()
  const describeError = useErrorText()
  const [note, { isLoading }] = useRecordConsentMutation()
  const [method, setMethod] = useState<Method>(action === 'opt_out' ? 'verbal' : 'paper')
  const [text, setText] = useState('')
  const [problem, setProblem] = useState('')
  const unsaved = useUnsaved({ method, text })
  const isOut = action === 'opt_out'
  const showOptedOut = useOptedOutToast()
  const labels: Record<Method, string> = { verbal: t`In person`, paper: t`On paper`, email: t`By email` }

  async function save(): Promise<void> {
    if (text.trim() === '') return setProblem(isOut ? t`Enter what they said.` : t`Enter what they agreed to.`)
    const { data, error } = await note({ contactId, action, method, wording: text.trim() })
    if (error)
      return setProblem(
        refusalOf<'recordConsent'>(error)?.code === 'opt_out_stays'
          ? t`This contact just opted out. Only they can opt back in, by texting START.`
          : describeError(error),
      )
    if (isOut) showOptedOut(data.contact, data.undo)
    else toast.inApp({ type: 'success', message: t`Consent recorded.` })
    unsaved.done(onClose)
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
            <Trans>No one on your team will be able to text them. Only they can opt back in, by texting START.</Trans>
          ) : (
            <Trans>Keep proof of what they signed or said, and when.</Trans>
          )}
        </Text>
        <Radio.Group
          label={isOut ? t`How they told you` : t`How they agreed`}
          value={method}
          onChange={(next) => setMethod(next)}
        >
          <Group gap="md" mt={4}>
            {methods.map((option) => (
              <Radio key={option} value={option} label={labels[option]} />
            ))}
          </Group>
        </Radio.Group>
        <Textarea
          label={isOut ? t`What they said` : t`What they agreed to`}
          placeholder={isOut ? t`Asked us after a shift to stop texting` : t`Signed the texting form on the first day`}
          autosize
          minRows={3}
          maxLength={noteMaxLength}
          value={text}
          error={problem}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setProblem('')
          }}
          data-autofocus
        />
        <p className={classes.hint}>
          <Trans>This stays in the number's history and can't be changed later.</Trans>
        </p>
      </Stack>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={() => unsaved.leave(onClose)} disabled={isLoading}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" color={isOut ? 'red' : 'blue'} loading={isLoading}>
          {isOut ? <Trans>Opt out</Trans> : <Trans>Record consent</Trans>}
        </Button>
      </Group>
      {unsaved.question}
    </form>
  )
}
