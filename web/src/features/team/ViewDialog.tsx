import { VIEWING_MS } from '@crewline/contract/log-in-limits'
import type { Teammate } from '@crewline/contract/team'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../../shared/ui/overlay/Dialog.tsx'
import { isNotProven, useProof } from '../accounts/index.ts'
import { fullName } from '../../shared/lib/session/state.ts'
import { beginViewing } from '../../shared/lib/viewing.ts'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { useStartViewingMutation } from './team-api.ts'
import classes from './Team.module.css'

export interface ViewDialogProps {
  member: Teammate
  onClose: () => void
}

const minutes = VIEWING_MS / 60_000

/** Explains what viewing as a teammate does, and opens the product as they see it in this tab. */
export default function ViewDialog({ member, onClose }: ViewDialogProps) {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const [start, { isLoading }] = useStartViewingMutation()
  const { proven, dialog } = useProof()
  const [problem, setProblem] = useState('')
  const name = fullName(member) || member.email

  async function view(): Promise<void> {
    setProblem('')
    const { data, error } = await proven(() => start(member.id))
    if (data) {
      beginViewing(data)
      return location.assign('/dashboard')
    }
    if (!isNotProven(error)) setProblem(messageFor(error))
  }

  return (
    <Dialog
      opened
      onClose={isLoading ? () => {} : onClose}
      title={t`View as ${name}?`}
      size={480}
      withCloseButton={false}
    >
      {dialog}
      <p className={classes.plain}>
        <Trans>
          In this tab you'll see the conversations, contacts, and screens that {name} can see. You can't change
          anything, and messages stay unread for them.
        </Trans>
      </p>
      <p className={classes.plain}>
        <Trans>
          The view ends after {minutes} minutes. It's recorded in the audit log, and {name} can see it in their security
          settings.
        </Trans>
      </p>
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose} disabled={isLoading}>
          <Trans>Cancel</Trans>
        </Button>
        <Button loading={isLoading} onClick={() => void view()} data-autofocus>
          <Trans>Start the view</Trans>
        </Button>
      </Group>
    </Dialog>
  )
}
