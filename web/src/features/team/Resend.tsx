import type { Teammate } from '@crewline/contract/team'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { toast } from '../../shared/ui/toast.tsx'
import { useRefusalWords } from '../../shared/ui/useRefusalWords.ts'
import { useResendInvitationMutation } from './api.ts'

/** Mails an invitation again; the link before it opens nothing any more. */
export function Resend({ invitation }: { invitation: Teammate }) {
  const { t } = useLingui()
  const wordsFor = useRefusalWords()
  const [resend, { isLoading }] = useResendInvitationMutation()
  const { id, email } = invitation

  async function send(): Promise<void> {
    const { error } = await resend(id)
    if (error) toast.api({ title: t`Not sent`, message: wordsFor(error) }, 'ERROR')
    else toast.api({ title: t`Sent again`, message: t`${email} has a new link. It works for 7 days.` }, 'OK')
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
