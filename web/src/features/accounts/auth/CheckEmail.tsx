import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { keepInTab, readInTab, textInTab } from '../../../shared/lib/tab-storage.ts'
import { AuthCard } from './AuthCard.tsx'
import classes from './AuthCard.module.css'
import { AuthLink } from './AuthLink.tsx'
import { openApplication } from './arrive.ts'
import { ask, heldTokens } from './ask.ts'
import { go } from './path.ts'
import { Resend } from './Resend.tsx'
import { useWords } from './useWords.ts'

const waitMs = 30_000

/** When the next mail may be asked for: half a minute after this page was first shown, also after a reload. */
function firstResendAt(): number {
  const kept = readInTab('resend-at')
  if (typeof kept === 'number') return kept
  const at = Date.now() + waitMs
  keepInTab('resend-at', at)
  return at
}

/** To the log-in, or into the application where the link was opened in another tab of this browser. */
function goOn(how: 'push' | 'replace'): void {
  if (heldTokens().full === null) go('/auth/login', how)
  else openApplication('replace')
}

/** Says where the link to confirm went, and helps when it did not arrive. */
export function CheckEmail() {
  const { t } = useLingui()
  const { wordsFor } = useWords()
  const [{ unverified }] = useState(heldTokens)
  const [email, setEmail] = useState(() => textInTab('email'))
  const [nextAt, setNextAt] = useState(firstResendAt)
  const [said, setSaid] = useState<{ kind: 'sent' | 'refused'; words: string }>()
  useEffect(() => {
    if (unverified === null) goOn('replace')
  }, [unverified])

  async function resend(): Promise<void> {
    const { reply, refusal } = await ask('resendVerification', {}, unverified)
    if (refusal?.status === 403) return go('/auth/login', 'replace')
    const at = Date.now() + (refusal ? (refusal.retryAfterS ?? 0) * 1000 : waitMs)
    keepInTab('resend-at', at)
    setNextAt(at)
    if (reply?.email) setEmail(reply.email)
    setSaid(
      refusal
        ? { kind: 'refused', words: wordsFor(refusal).message ?? '' }
        : { kind: 'sent', words: t`We sent it again.` },
    )
  }

  return (
    <AuthCard
      title={t`Check your email`}
      text={
        email ? (
          <Trans>
            We sent a link to <strong dir="auto">{email}</strong>. Open it to confirm that this is your email.
          </Trans>
        ) : (
          <Trans>We sent you a link. Open it to confirm that this is your email.</Trans>
        )
      }
    >
      <div className={classes.stack}>
        <Resend nextAt={nextAt} onResend={resend} />
        <div role="status">
          {said && <p className={said.kind === 'refused' ? classes.error : classes.small}>{said.words}</p>}
        </div>
        <Button fullWidth size="md" onClick={() => goOn('push')}>
          <Trans>I confirmed it</Trans>
        </Button>
      </div>
      <div className={classes.links}>
        <AuthLink to="/auth/register">
          <Trans>Change the email</Trans>
        </AuthLink>
      </div>
    </AuthCard>
  )
}
