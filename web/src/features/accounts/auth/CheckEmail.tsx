import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { keepInTab, readInTab, textInTab } from '../../../shared/lib/tab-storage.ts'
import { AuthCard } from './AuthCard.tsx'
import classes from './AuthCard.module.css'
import { AuthLink } from './AuthLink.tsx'
import { openApplication } from './arrive.ts'
import { sendRequest, heldTokens } from './send-request.ts'
import { go } from './path.ts'
import { Resend } from './Resend.tsx'
import { useAuthRefusals } from './useAuthRefusals.ts'

const resendDelayMs = 30_000

/** When the next email may be requested: 30 s after this page was first shown, also after a reload. */
function firstResendAt(): number {
  const storedAt = readInTab('resend-at')
  if (typeof storedAt === 'number') return storedAt
  const at = Date.now() + resendDelayMs
  keepInTab('resend-at', at)
  return at
}

/** Opens the login page, or the application when the link was opened in another tab of this browser. */
function goOn(how: 'push' | 'replace'): void {
  if (heldTokens().full === null) go('/auth/login', how)
  else openApplication('replace')
}

/** Shows where the confirmation link was sent, and helps when it did not arrive. */
export function CheckEmail() {
  const { t } = useLingui()
  const { wordsFor } = useAuthRefusals()
  const [{ unverified }] = useState(heldTokens)
  const [email, setEmail] = useState(() => textInTab('email'))
  const [nextAt, setNextAt] = useState(firstResendAt)
  const [notice, setNotice] = useState<{ kind: 'sent' | 'refused'; text: string }>()
  useEffect(() => {
    if (unverified === null) goOn('replace')
  }, [unverified])

  async function resend(): Promise<void> {
    const { reply, refusal } = await sendRequest('resendVerification', {}, unverified)
    if (refusal?.status === 403) return go('/auth/login', 'replace')
    const at = Date.now() + (refusal ? (refusal.retryAfterS ?? 0) * 1000 : resendDelayMs)
    keepInTab('resend-at', at)
    setNextAt(at)
    if (reply?.email) setEmail(reply.email)
    setNotice(
      refusal
        ? { kind: 'refused', text: wordsFor(refusal).message ?? '' }
        : { kind: 'sent', text: t`We sent it again.` },
    )
  }

  return (
    <AuthCard
      title={t`Check your email`}
      text={
        email ? (
          <Trans>
            We sent a link to <strong dir="auto">{email}</strong>. Open it to confirm this is your email.
          </Trans>
        ) : (
          <Trans>We sent you a link. Open it to confirm this is your email.</Trans>
        )
      }
    >
      <div className={classes.stack}>
        <Resend nextAt={nextAt} onResend={resend} />
        <div role="status">
          {notice && <p className={notice.kind === 'refused' ? classes.error : classes.small}>{notice.text}</p>}
        </div>
        <Button fullWidth size="md" onClick={() => goOn('push')}>
          <Trans>I confirmed my email</Trans>
        </Button>
      </div>
      <div className={classes.links}>
        <AuthLink to="/auth/register">
          <Trans>Change email</Trans>
        </AuthLink>
      </div>
    </AuthCard>
  )
}
