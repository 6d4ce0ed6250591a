import { HOLD_REASON_MAX } from '@crewline/contract/legal-hold-limits'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useUnsaved } from '../../../shared/ui/form/useUnsaved.ts'
import { Dialog } from '../../../shared/ui/overlay/Dialog.tsx'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import { useReleaseHoldMutation, type LegalHold } from '../api.ts'
import classes from '../Records.module.css'

/** Releases a hold, with the reason. */
export function ReleaseDialog({ hold, onClose }: { hold: LegalHold; onClose: () => void }) {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const [release, { isLoading }] = useReleaseHoldMutation()
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState('')
  const { name } = hold
  const unsaved = useUnsaved(reason)
  const leave = () => unsaved.leave(onClose)
  async function confirm(): Promise<void> {
    if (reason.trim() === '') return setProblem(t`Enter a reason.`)
    const { error } = await release({ id: hold.id, reason })
    if (error) setProblem(messageFor(error))
    else unsaved.done(onClose)
  }
  return (
    <Dialog
      opened
      onClose={isLoading ? () => {} : leave}
      title={t`Release the hold ${name}?`}
      size={440}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <p className={classes.plain}>
        <Trans>What it kept can be deleted again, by retention from the next night on. It stays in the list.</Trans>
      </p>
      <Textarea
        mt="md"
        label={t`Reason`}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        maxLength={HOLD_REASON_MAX}
        error={problem}
        autosize
        minRows={2}
        dir="auto"
        data-autofocus
      />
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={leave} disabled={isLoading}>
          <Trans>Cancel</Trans>
        </Button>
        <Button color="red" loading={isLoading} onClick={() => void confirm()}>
          <Trans>Release hold</Trans>
        </Button>
      </Group>
      {unsaved.question}
    </Dialog>
  )
}
