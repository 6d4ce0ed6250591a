import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ConfirmCount } from '../../shared/ui/overlay/ConfirmCount.tsx'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { useDeleteCelebrationMutation } from './api.ts'

/** Deletes a celebration after a question, and returns to the list. */
export function DeleteCelebration({ id }: { id: string }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const messageFor = useErrorText()
  const [isAsking, setAsking] = useState(false)
  const [remove, { isLoading }] = useDeleteCelebrationMutation()
  async function confirm(): Promise<void> {
    setAsking(false)
    const { error } = await remove(id)
    if (error) toast.api({ title: t`Not deleted`, message: messageFor(error) }, 'ERROR')
    else void navigate('/dashboard/apps/birthday', { replace: true })
  }
  return (
    <>
      <Button variant="default" loading={isLoading} onClick={() => setAsking(true)}>
        <Trans>Delete</Trans>
      </Button>
      <ConfirmCount
        isOpen={isAsking}
        title={t`Delete this celebration?`}
        confirmLabel={t`Delete celebration`}
        isDestructive
        onCancel={() => setAsking(false)}
        onConfirm={() => void confirm()}
      >
        <Trans>No one gets this text any more. What was sent stays in the conversations.</Trans>
      </ConfirmCount>
    </>
  )
}
