import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { toast } from '../toast/toast.tsx'
import { useErrorText } from '../text/useErrorText.ts'
import { ConfirmCount } from './ConfirmCount.tsx'

export interface DeleteActionProps {
  /** The question, such as "Delete this page?". */
  title: string
  /** The button that deletes, such as "Delete page". */
  confirmLabel: string
  /** What stops, and what is kept. */
  children: ReactNode
  /** Deletes; resolves with the error of a refusal. */
  onDelete: () => Promise<{ error?: unknown }>
  /** The list to return to. */
  listPath: string
}

/** Deletes what a screen shows after a question, and returns to the list. */
export function DeleteAction({ title, confirmLabel, children, onDelete, listPath }: DeleteActionProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const messageFor = useErrorText()
  const [isAsking, setAsking] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  async function confirm(): Promise<void> {
    setAsking(false)
    setDeleting(true)
    const { error } = await onDelete()
    setDeleting(false)
    if (error) toast.api({ title: t`Not deleted`, message: messageFor(error) }, 'ERROR')
    else void navigate(listPath, { replace: true })
  }
  return (
    <>
      <Button variant="default" loading={isDeleting} onClick={() => setAsking(true)}>
        <Trans>Delete</Trans>
      </Button>
      <ConfirmCount
        isOpen={isAsking}
        title={title}
        confirmLabel={confirmLabel}
        isDestructive
        onCancel={() => setAsking(false)}
        onConfirm={() => void confirm()}
      >
        {children}
      </ConfirmCount>
    </>
  )
}
