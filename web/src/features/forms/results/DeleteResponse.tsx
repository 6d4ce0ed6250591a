import type { Form } from '@crewline/contract/forms'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { ConfirmCount } from '../../../shared/ui/overlay/ConfirmCount.tsx'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import { toast } from '../../../shared/ui/toast/toast.tsx'
import { useDeleteFormResponseMutation, type Response } from '../api.ts'

/** Deletes one answer after a question; a person of a personal link may then answer again. */
export function DeleteResponse({
  form,
  response,
  onDeleted,
}: {
  form: Form
  response: Response
  onDeleted: () => void
}) {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const [isAsking, setAsking] = useState(false)
  const [mayAnswerAgain, setMayAnswerAgain] = useState(false)
  const [remove] = useDeleteFormResponseMutation()
  const isPersonal = form.oncePerPerson && (response.via === 'link' || response.via === 'text')
  async function confirm(): Promise<void> {
    const again = isPersonal && mayAnswerAgain ? 'yes' : 'no'
    const { error } = await remove({ id: form.id, responseId: response.id, again })
    setAsking(false)
    if (error) return toast.api({ title: t`Not deleted`, message: messageFor(error) }, 'ERROR')
    toast.inApp({ type: 'success', message: t`Answer deleted` })
    onDeleted()
  }
  return (
    <>
      <Button color="red" variant="subtle" onClick={() => setAsking(true)}>
        <Trans>Delete answer</Trans>
      </Button>
      <ConfirmCount
        isOpen={isAsking}
        title={t`Delete this answer?`}
        confirmLabel={t`Delete answer`}
        isDestructive
        onCancel={() => setAsking(false)}
        onConfirm={confirm}
      >
        <Trans>
          Its files are deleted too, and the charts no longer count it. Fields and groups that it changed stay as they
          are.
        </Trans>
        {isPersonal && (
          <Checkbox
            mt="md"
            c="var(--mantine-color-text)"
            label={t`Let this person answer again`}
            checked={mayAnswerAgain}
            onChange={(event) => setMayAnswerAgain(event.currentTarget.checked)}
          />
        )}
      </ConfirmCount>
    </>
  )
}
