import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import type { Refusal } from '../../../shared/api/send.ts'
import { readSlice } from '../../../shared/lib/session/keep.ts'
import { keepInTab, readInTab, textInTab } from '../../../shared/lib/tab-storage.ts'
import { AuthCard } from './AuthCard.tsx'
import classes from './AuthCard.module.css'
import { leaveDead, openApplication } from './arrive.ts'
import { ask } from './ask.ts'
import { CodeBoxes, type CodeProblem } from './CodeBoxes.tsx'
import { QuietButton } from './QuietButton.tsx'
import { Resend } from './Resend.tsx'
import { useOpening, type Opened } from './useOpening.ts'
import { useWords } from './useWords.ts'
import { WaitingCard } from './WaitingCard.tsx'

interface Sent {
  destination: string
  /** When another may be asked for, in ms since 1970. */
  nextAt: number
}

/** The phone to verify: the one of a fresh account, else nobody belongs here. */
function phoneOfSession(): { token: string | null; phone: string } {
  const { token, user } = readSlice('auth')
  return { token, phone: user?.phone ?? textInTab('phone') }
}

/** No answer, too busy, or not ready: the same may be asked again. */
function mayComeYet(status: number): boolean {
  return status === 0 || status === 429 || status >= 502
}

function useCodes() {
  const { wordsFor } = useWords()
  const [{ token, phone }] = useState(phoneOfSession)
  // A code opens once: what it proved is kept until the number is saved, whatever happens to the network in between.
  const proven = useRef<{ code: string; proof: string }>(undefined)

  function wordsOf(refusal: Refusal): string {
    if (refusal.status === 403) leaveDead(token)
    const { message, fieldErrors } = wordsFor(refusal)
    return message ?? Object.values(fieldErrors ?? {})[0] ?? ''
  }

  async function send(): Promise<Opened<Sent>> {
    const { reply, refusal } = await ask('sendVerificationCode', { body: { phone, source: 'register' } }, token)
    if (refusal) return { problem: wordsOf(refusal) }
    const sent = { destination: reply.maskedDestination, nextAt: Date.now() + reply.retryAfter * 1000 }
    keepInTab('phone-code', sent)
    return { value: sent }
  }

  async function check(code: string): Promise<CodeProblem | undefined> {
    if (proven.current?.code !== code) {
      const { reply, refusal } = await ask('verifyPhoneCode', { body: { phone, code } }, token)
      if (refusal) return { words: wordsOf(refusal), isKept: refusal.status === 0 }
      proven.current = { code, proof: reply.proof }
    }
    const { refusal } = await ask('editSettings', { body: { phone, phoneProof: proven.current.proof } }, token)
    if (refusal) return { words: wordsOf(refusal), isKept: mayComeYet(refusal.status) }
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
          We sent 6 digits to <bdi dir="ltr">{destination}</bdi>.
        </Trans>
      }
    >
      <div className={classes.stack}>
        <CodeBoxes onCode={check} />
        <Resend nextAt={sent.nextAt} onResend={resend} />
        <div role="alert">{problem && <p className={classes.error}>{problem}</p>}</div>
      </div>
      <div className={classes.links}>
        <QuietButton onClick={() => openApplication()}>
          <Trans>Skip for now</Trans>
        </QuietButton>
      </div>
    </AuthCard>
  )
}

/** Proves the mobile number of a fresh account with a text; may be skipped. */
export function VerifyPhone() {
  const { t } = useLingui()
  const { send } = useCodes()
  const opening = useOpening(async (): Promise<Opened<Sent>> => {
    const kept = readInTab('phone-code') as Sent | undefined
    return kept && kept.nextAt > Date.now() ? { value: kept } : send()
  })
  if (opening.state === 'done') return <Codes first={opening.value} />
  return <WaitingCard title={t`Sending you a code…`} opening={opening} onSkip={() => openApplication()} />
}
