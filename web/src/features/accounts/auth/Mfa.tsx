import { Trans, useLingui } from '@lingui/react/macro'
import { Checkbox, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { forgetInTab, keepInTab, readInTab } from '../../../shared/lib/tab-storage.ts'
import type { Refusal } from '../../../shared/api/send.ts'
import { useApiForm } from '../../../shared/ui/form/useApiForm.ts'
import { AuthCard } from './AuthCard.tsx'
import classes from './AuthCard.module.css'
import { AuthForm } from './AuthForm.tsx'
import { AuthLink } from './AuthLink.tsx'
import { arriveSignedIn, type SecondStep } from './arrive.ts'
import { sendRequest } from './send-request.ts'
import { CodeBoxes, type CodeProblem } from './CodeBoxes.tsx'
import { go } from './path.ts'
import { LinkButton } from './LinkButton.tsx'
import { Resend } from './Resend.tsx'
import { useAuthRefusals } from './useAuthRefusals.ts'

function restartLogin(): void {
  forgetInTab('second-step')
  go('/auth/login?note=too_long', 'replace')
}

function useSecondStep(step: SecondStep) {
  const { t } = useLingui()
  const { wordsFor } = useAuthRefusals()
  const [trustDevice, setTrust] = useState(false)

  function refusalText(refusal: Refusal): string {
    if (refusal.code === 'mfa_expired' || refusal.status === 403) restartLogin()
    return wordsFor(refusal, { code_dead: t`This code has expired. Use a new one.` }).message ?? t`Incorrect code.`
  }

  async function check(code: string): Promise<CodeProblem | undefined> {
    const { reply, refusal } = await sendRequest('verifyMfa', { body: { mfaToken: step.mfaToken, code, trustDevice } })
    if (refusal) return { text: refusalText(refusal), canRetry: refusal.status === 0 }
    if ((await arriveSignedIn(reply)) === 'gone') return undefined
    return { text: t`Your browser won't let us keep you logged in. Allow storage for this site and try again.` }
  }

  const trust = (
    <Checkbox
      label={t`Trust this device for 30 days`}
      checked={trustDevice}
      onChange={(event) => setTrust(event.currentTarget.checked)}
    />
  )
  return { check, wordsOf: refusalText, trust }
}

interface StepProps {
  step: SecondStep
  /** Shows the other verification method. */
  onSwitchMethod: () => void
}

function BackupCode({ step, onSwitchMethod }: StepProps) {
  const { t } = useLingui()
  const { check, trust } = useSecondStep(step)
  const { form, ...sending } = useApiForm(
    {
      initialValues: { code: '' },
      validate: { code: (value) => (value.trim() === '' ? t`Enter one of your backup codes.` : null) },
    },
    async ({ code }) => {
      const problem = await check(code)
      return problem && (problem.canRetry ? { message: problem.text } : { fieldErrors: { code: problem.text } })
    },
  )
  return (
    <AuthForm
      title={t`Use a backup code`}
      text={t`Each backup code works once.`}
      verb={t`Log in`}
      sending={sending}
      links={
        <LinkButton onClick={onSwitchMethod}>
          <Trans>Use a verification code</Trans>
        </LinkButton>
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

function CodeStep({ step, onSwitchMethod }: StepProps) {
  const { t } = useLingui()
  const { check, wordsOf, trust } = useSecondStep(step)
  const [nextTextAt, setNextTextAt] = useState(step.nextTextAt)
  const [problem, setProblem] = useState('')
  const destination = step.maskedDestination ?? ''

  async function resend(): Promise<void> {
    const { reply, refusal } = await sendRequest('sendVerificationCode', { body: { source: 'mfa' } }, step.mfaToken)
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
            We sent a 6-digit code to <bdi dir="ltr">{destination}</bdi>.
          </Trans>
        ) : (
          <Trans>Open your authenticator app and enter the 6-digit code.</Trans>
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
        <LinkButton onClick={onSwitchMethod}>
          <Trans>Use a backup code</Trans>
        </LinkButton>
        <AuthLink to="/auth/login">
          <Trans>Back to login</Trans>
        </AuthLink>
      </div>
    </AuthCard>
  )
}

/** The second step of a login: six digits from an app or a text message, or a backup code. */
export function Mfa() {
  const [step] = useState(() => readInTab('second-step') as SecondStep | undefined)
  const [isBackup, setBackup] = useState(false)
  useEffect(() => {
    if (!step) go('/auth/login', 'replace')
  }, [step])
  if (!step) return null
  const Step = isBackup ? BackupCode : CodeStep
  return <Step step={step} onSwitchMethod={() => setBackup(!isBackup)} />
}
