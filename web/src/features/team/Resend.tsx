import type { Teammate } from '@crewline/contract/team'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { useResendInvitationMutation } from './team-api.ts'

/** Emails an invitation again; its earlier link no longer works. */
export function Resend({ invitation }: { invitation: Teammate }) {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const [resend, { isLoading }] = useResendInvitationMutation()
  const { id, email } = invitation

  async function send(): Promise<void> {
    const { error } = await resend(id)
    if (error) toast.failed(error, { title: t`Couldn't send`, message: messageFor(error) })
    else toast.api({ title: t`Sent again`, message: t`We sent ${email} a new link. It expires in 7 days.` }, 'OK')
  }

  return (
    <Button
      variant="default"
      size="xs"
      loading={isLoading}
      aria-label={t`Resend to ${email}`}
      onClick={() => void send()}
    >
      <Trans>Resend</Trans>
    </Button>
  )
}
