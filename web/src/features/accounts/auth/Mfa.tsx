import { Trans, useLingui } from '@lingui/react/macro'
import { Checkbox, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { forgetInTab, keepInTab, readInTab } from '../../../shared/lib/tab-storage.ts'
import type { Refusal } from '../../../shared/api/send.ts'
import { useApiForm } from '../../../shared/ui/useApiForm.ts'
import { AuthCard } from './AuthCard.tsx'
import classes from './AuthCard.module.css'
import { AuthForm } from './AuthForm.tsx'
import { AuthLink } from './AuthLink.tsx'
import { arriveSignedIn, type SecondStep } from './arrive.ts'
import { ask } from './ask.ts'
import { CodeBoxes, type CodeProblem } from './CodeBoxes.tsx'
import { go } from './path.ts'
import { QuietButton } from './QuietButton.tsx'
import { Resend } from './Resend.tsx'
import { useWords } from './useWords.ts'

function startAgain(): void {
  forgetInTab('second-step')
  go('/auth/login?note=too_long', 'replace')
}

function useSecondStep(step: SecondStep) {
  const { t } = useLingui()
  const { wordsFor } = useWords()
  const [trustDevice, setTrust] = useState(false)

  function wordsOf(refusal: Refusal): string {
    if (refusal.code === 'mfa_expired' || refusal.status === 403) startAgain()
    return wordsFor(refusal, { code_dead: t`This code is old. Use a new one.` }).message ?? t`That code is not right.`
  }

  async function check(code: string): Promise<CodeProblem | undefined> {
    const { reply, refusal } = await ask('verifyMfa', { body: { mfaToken: step.mfaToken, code, trustDevice } })
    if (refusal) return { words: wordsOf(refusal), isKept: refusal.status === 0 }
    if ((await arriveSignedIn(reply)) === 'gone') return undefined
    return { words: t`Your browser does not let us keep you logged in. Allow storage for this site, then try again.` }
  }

  const trust = (
    <Checkbox
      label={t`Trust this device for 30 days`}
      checked={trustDevice}
      onChange={(event) => setTrust(event.currentTarget.checked)}
    />
  )
  return { check, wordsOf, trust }
}

interface StepProps {
  step: SecondStep
  /** Shows the other way to prove it. */
  onOther: () => void
}

function BackupCode({ step, onOther }: StepProps) {
  const { t } = useLingui()
  const { check, trust } = useSecondStep(step)
  const { form, ...sending } = useApiForm(
    {
      initialValues: { code: '' },
      validate: { code: (value) => (value.trim() === '' ? t`Enter one of your backup codes.` : null) },
    },
    async ({ code }) => {
      const problem = await check(code)
      return problem && (problem.isKept ? { message: problem.words } : { fieldErrors: { code: problem.words } })
    },
  )
  return (
    <AuthForm
      title={t`Use a backup code`}
      text={t`Each backup code works once.`}
      verb={t`Log in`}
      sending={sending}
      links={
        <QuietButton onClick={onOther}>
          <Trans>Use a code instead</Trans>
        </QuietButton>
      }
    >
      <TextInput
        key={form.key('code')}
        {...form.getInputProps('code')}
        name="code"
        label={t`Backup code`}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        size="md"
        // The form is all there is on this page.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
      />
      {trust}
    </AuthForm>
  )
}

function CodeStep({ step, onOther }: StepProps) {
  const { t } = useLingui()
  const { check, wordsOf, trust } = useSecondStep(step)
  const [nextTextAt, setNextTextAt] = useState(step.nextTextAt)
  const [problem, setProblem] = useState('')
  const destination = step.maskedDestination ?? ''

  async function resend(): Promise<void> {
    const { reply, refusal } = await ask('sendVerificationCode', { body: { source: 'mfa' } }, step.mfaToken)
    const waitS = reply?.retryAfter ?? refusal?.retryAfterS ?? 0
    const at = Date.now() + waitS * 1000
    setNextTextAt(at)
    keepInTab('second-step', { ...step, nextTextAt: at })
    setProblem(refusal ? wordsOf(refusal) : '')
  }

  const isText = step.method === 'sms'
  return (
    <AuthCard
      title={t`Enter your code`}
      text={
        isText ? (
          <Trans>
            We sent 6 digits to <bdi dir="ltr">{destination}</bdi>.
          </Trans>
        ) : (
          <Trans>Open your authenticator app and enter the 6 digits.</Trans>
        )
      }
    >
      <div className={classes.stack}>
        <CodeBoxes onCode={check} />
        {trust}
        {isText && <Resend nextAt={nextTextAt} onResend={resend} />}
        <div role="alert">{problem && <p className={classes.error}>{problem}</p>}</div>
      </div>
      <div className={classes.links}>
        <QuietButton onClick={onOther}>
          <Trans>Use a backup code</Trans>
        </QuietButton>
        <AuthLink to="/auth/login">
          <Trans>Back to log in</Trans>
        </AuthLink>
      </div>
    </AuthCard>
  )
}

/** The second step of a log-in: six digits from an app or a text, or a backup code. */
export function Mfa() {
  const [step] = useState(() => readInTab('second-step') as SecondStep | undefined)
  const [isBackup, setBackup] = useState(false)
  useEffect(() => {
    if (!step) go('/auth/login', 'replace')
  }, [step])
  if (!step) return null
  const Step = isBackup ? BackupCode : CodeStep
  return <Step step={step} onOther={() => setBackup(!isBackup)} />
}
