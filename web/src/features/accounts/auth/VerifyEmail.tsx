import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { forgetInTab, keepInTab } from '../../../shared/lib/tab-storage.ts'
import { AuthCard } from './AuthCard.tsx'
import classes from './AuthCard.module.css'
import { AuthLink } from './AuthLink.tsx'
import { arriveSignedIn, openAfterFounding, openApplication } from './arrive.ts'
import { sendRequest, heldTokens } from './send-request.ts'
import { go, linkToken } from './path.ts'
import { SignedInAlready, signedInAs } from './SignedInAlready.tsx'
import { useOpening, type Opened } from './useOpening.ts'
import { useAuthRefusals } from './useAuthRefusals.ts'
import { WaitingCard } from './WaitingCard.tsx'
import { rememberLogin } from '../../../shared/lib/session/keep.ts'

type Outcome = { kind: 'gone' | 'old' | 'confirmed' } | { kind: 'waits'; for: string }

function ExpiredLink() {
  const { t } = useLingui()
  const { wordsFor } = useAuthRefusals()
  const [{ unverified }] = useState(heldTokens)
  const [problem, setProblem] = useState('')
  const [isSending, setSending] = useState(false)

  async function sendNew(): Promise<void> {
    setSending(true)
    const { reply, refusal } = await sendRequest('resendVerification', {}, unverified)
    setSending(false)
    if (refusal?.status === 403) return go('/auth/login', 'replace')
    if (refusal) return setProblem(wordsFor(refusal).message ?? '')
    if (reply.email) keepInTab('email', reply.email)
    forgetInTab('resend-at')
    return go('/auth/check-email', 'replace')
  }

  return (
    <AuthCard
      title={t`This link is no longer valid`}
      text={unverified ? t`We can send you a new one.` : t`Your email may already be confirmed. Log in to continue.`}
    >
      <div role="alert">{problem && <p className={classes.error}>{problem}</p>}</div>
      {unverified ? (
        <Button fullWidth size="md" loading={isSending} onClick={() => void sendNew()}>
          <Trans>Send a new link</Trans>
        </Button>
      ) : (
        <Button fullWidth size="md" onClick={() => go('/auth/login', 'replace')}>
          <Trans>Log in</Trans>
        </Button>
      )}
      {unverified && (
        <div className={classes.links}>
          <AuthLink to="/auth/login">
            <Trans>Back to login</Trans>
          </AuthLink>
        </div>
      )}
    </AuthCard>
  )
}

/** Confirms an email with the token of an emailed link; logs in only on the device that registered. */
export function VerifyEmail() {
  const { t } = useLingui()
  const { wordsFor } = useAuthRefusals()
  const opening = useOpening(async (): Promise<Opened<Outcome>> => {
    const token = linkToken('verify')
    if (token === '') return { value: { kind: 'old' } }
    const { reply, refusal } = await sendRequest('verifyEmail', { params: { token } }, heldTokens().unverified)
    if (refusal && refusal.code !== 'link_invalid' && refusal.code !== 'invalid')
      return { problem: wordsFor(refusal).message ?? '' }
    forgetInTab('link-verify')
    if (refusal) return { value: { kind: 'old' } }
    if ('verified' in reply)
      return { value: reply.waitsFor === null ? { kind: 'confirmed' } : { kind: 'waits', for: reply.waitsFor } }
    if (!reply.needInfo && reply.user.phone && !reply.user.phoneVerified && rememberLogin(reply)) {
      openAfterFounding(reply.user)
      return { value: { kind: 'gone' } }
    }
    return { value: { kind: (await arriveSignedIn(reply)) === 'gone' ? 'gone' : 'confirmed' } }
  })

  if (opening.state !== 'done' || opening.value.kind === 'gone')
    return (
      <WaitingCard
        title={t`Confirming your email…`}
        opening={opening.state === 'done' ? { state: 'waiting' } : opening}
      />
    )
  if (opening.value.kind === 'old' && signedInAs()) return <SignedInAlready title={t`This link is no longer valid`} />
  if (opening.value.kind === 'old') return <ExpiredLink />
  const isSignedIn = heldTokens().full !== null
  const address = opening.value.kind === 'waits' ? opening.value.for : ''
  return (
    <AuthCard
      title={address ? t`One more step` : t`Your email is confirmed`}
      text={
        address ? (
          <Trans>
            Confirm <strong dir="auto">{address}</strong> too. We sent a link there.
          </Trans>
        ) : isSignedIn ? undefined : (
          t`Log in to get started.`
        )
      }
    >
      <Button fullWidth size="md" onClick={() => (isSignedIn ? openApplication() : go('/auth/login', 'replace'))}>
        {isSignedIn ? <Trans>Go to Crewline</Trans> : <Trans>Log in</Trans>}
      </Button>
    </AuthCard>
  )
}
