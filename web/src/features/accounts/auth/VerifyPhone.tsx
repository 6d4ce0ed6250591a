import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import type { Refusal } from '../../../shared/api/send.ts'
import { readSlice } from '../../../shared/lib/session/keep.ts'
import { keepInTab, readInTab, textInTab } from '../../../shared/lib/tab-storage.ts'
import { AuthCard } from './AuthCard.tsx'
import classes from './AuthCard.module.css'
import { leaveDeadSession, openApplication } from './arrive.ts'
import { sendRequest } from './send-request.ts'
import { CodeBoxes, type CodeProblem } from './CodeBoxes.tsx'
import { LinkButton } from './LinkButton.tsx'
import { Resend } from './Resend.tsx'
import { useOpening, type Opened } from './useOpening.ts'
import { useAuthRefusals } from './useAuthRefusals.ts'
import { WaitingCard } from './WaitingCard.tsx'

interface Sent {
  destination: string
  /** When another code may be requested, in ms since 1970. */
  nextAt: number
}

/** The phone to verify and the session token; without both the page does not apply. */
function phoneOfSession(): { token: string | null; phone: string } {
  const { token, user } = readSlice('auth')
  return { token, phone: user?.phone ?? textInTab('phone') }
}

/** No response, rate limited or unavailable: the same request may be retried. */
function isTemporaryFailure(status: number): boolean {
  return status === 0 || status === 429 || status >= 502
}

function useCodes() {
  const { wordsFor } = useAuthRefusals()
  const [{ token, phone }] = useState(phoneOfSession)
  // A code is accepted once, so its proof is kept until the number is saved, whatever happens to the network in
  // between.
  const proven = useRef<{ code: string; proof: string }>(undefined)

  function refusalText(refusal: Refusal): string {
    if (refusal.status === 403) leaveDeadSession(token)
    const { message, fieldErrors } = wordsFor(refusal)
    return message ?? Object.values(fieldErrors ?? {})[0] ?? ''
  }

  async function send(): Promise<Opened<Sent>> {
    const { reply, refusal } = await sendRequest('sendVerificationCode', { body: { phone, source: 'register' } }, token)
    if (refusal) return { problem: refusalText(refusal) }
    const sent = { destination: reply.maskedDestination, nextAt: Date.now() + reply.retryAfter * 1000 }
    keepInTab('phone-code', sent)
    return { value: sent }
  }

  async function check(code: string): Promise<CodeProblem | undefined> {
    if (proven.current?.code !== code) {
      const { reply, refusal } = await sendRequest('verifyPhoneCode', { body: { phone, code } }, token)
      if (refusal) return { text: refusalText(refusal), canRetry: refusal.status === 0 }
      proven.current = { code, proof: reply.proof }
    }
    const { refusal } = await sendRequest('editSettings', { body: { phone, phoneProof: proven.current.proof } }, token)
    if (refusal) return { text: refusalText(refusal), canRetry: isTemporaryFailure(refusal.status) }
    openApplication()
    return undefined
  }

  return { send, check }
}

function Codes({ first }: { first: Sent }) {
  const { t } = useLingui()
  const { send, check } = useCodes()
  const [sent, setSent] = useState(first)
  const [problem, setProblem] = useState('')
  const { destination } = sent

  async function resend(): Promise<void> {
    const outcome = await send()
    if ('value' in outcome) setSent(outcome.value)
    setProblem('problem' in outcome ? outcome.problem : '')
  }

  return (
    <AuthCard
      title={t`Confirm your mobile number`}
      text={
        <Trans>
          We sent a 6-digit code to <bdi dir="ltr">{destination}</bdi>.
        </Trans>
      }
    >
      <div className={classes.stack}>
        <CodeBoxes onCode={check} />
        <Resend nextAt={sent.nextAt} onResend={resend} />
        <div role="alert">{problem && <p className={classes.error}>{problem}</p>}</div>
      </div>
      <div className={classes.links}>
        <LinkButton onClick={() => openApplication()}>
          <Trans>Skip for now</Trans>
        </LinkButton>
      </div>
    </AuthCard>
  )
}

/** Verifies the mobile number of a new account with a text message; can be skipped. */
export function VerifyPhone() {
  const { t } = useLingui()
  const { send } = useCodes()
  const opening = useOpening(async (): Promise<Opened<Sent>> => {
    const storedCode = readInTab('phone-code') as Sent | undefined
    return storedCode && storedCode.nextAt > Date.now() ? { value: storedCode } : send()
  })
  if (opening.state === 'done') return <Codes first={opening.value} />
  return <WaitingCard title={t`Sending you a code…`} opening={opening} onSkip={() => openApplication()} />
}
