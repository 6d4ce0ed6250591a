import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ConfirmCount } from '../../shared/ui/overlay/ConfirmCount.tsx'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { useDeleteOptInPageMutation } from './api.ts'

/** Deletes a page after a question, and returns to the list. */
export function DeletePage({ id }: { id: string }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const messageFor = useErrorText()
  const [isAsking, setAsking] = useState(false)
  const [remove, { isLoading }] = useDeleteOptInPageMutation()
  async function confirm(): Promise<void> {
    setAsking(false)
    const { error } = await remove(id)
    if (error) toast.api({ title: t`Not deleted`, message: messageFor(error) }, 'ERROR')
    else void navigate('/dashboard/apps/contactoptin', { replace: true })
  }
  return (
    <>
      <Button variant="default" loading={isLoading} onClick={() => setAsking(true)}>
        <Trans>Delete</Trans>
      </Button>
      <ConfirmCount
        isOpen={isAsking}
        title={t`Delete this page?`}
        confirmLabel={t`Delete page`}
        isDestructive
        onCancel={() => setAsking(false)}
        onConfirm={() => void confirm()}
      >
        <Trans>Its link and its posters stop working. What people agreed to is kept.</Trans>
      </ConfirmCount>
    </>
  )
}
