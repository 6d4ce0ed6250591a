import { CODE_DIGITS } from '@crewline/contract/limits'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { isRefusal, type Refusal } from '../../../shared/api/send.ts'
import { announce } from '../../../shared/ui/feedback/announce.ts'
import { FormSummary } from '../../../shared/ui/form/FormSummary.tsx'
import { SubmitButton } from '../../../shared/ui/form/SubmitButton.tsx'
import { useApiForm, type ApiRefusal } from '../../../shared/ui/form/useApiForm.ts'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import { useCheckCodeMutation, useSendCodeMutation } from './api.ts'
import classes from '../../../shared/ui/settings/SettingsCard.module.css'
import { useSecondsLeft } from './useSecondsLeft.ts'
import { isNotProven } from './useProof.tsx'

export interface PhoneFormProps {
  /** The initial number; empty when the user must enter it. */
  phone: string
  /** Saves the number with its proof; resolves to the error of the call. */
  onProven: (phone: string, proof: string) => Promise<unknown>
  onClose: () => void
}

interface Sent {
  phone: string
  /** The number, mostly masked. */
  to: string
  /** When another code may be requested, in ms since 1970. */
  nextAt: number
}

function isAbout(error: unknown, codes: string[]): error is Refusal {
  return isRefusal(error) && codes.includes(error.code)
}

function NumberStep({ phone, onSent, onClose }: { phone: string; onSent: (sent: Sent) => void; onClose: () => void }) {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const [send] = useSendCodeMutation()
  const { form, isSending, onSubmit, summary } = useApiForm(
    {
      initialValues: { phone },
      validate: { phone: (value) => (value.trim() === '' ? t`Enter a mobile number with area code.` : null) },
    },
    async (values): Promise<ApiRefusal | undefined> => {
      const { data, error } = await send(values.phone.trim())
      if (data) {
        onSent({ phone: values.phone.trim(), to: data.maskedDestination, nextAt: Date.now() + data.retryAfter * 1000 })
        announce(t`We sent a code to the new number.`)
        return undefined
      }
      if (isAbout(error, ['phone_invalid', 'phone_unsupported', 'invalid']))
        return { fieldErrors: { phone: t`Enter a mobile number with its area code, like (555) 010-2233.` } }
      return { message: messageFor(error) }
    },
  )
  return (
    <form className={classes.form} onSubmit={onSubmit} noValidate>
      <FormSummary {...summary} />
      <TextInput
        key={form.key('phone')}
        {...form.getInputProps('phone')}
        name="phone"
        type="tel"
        label={t`Mobile number`}
        description={t`Any format, like (555) 010-2233`}
        maxLength={40}
        autoComplete="tel"
        // The user opened this form to fill in the field.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
      />
      <Group gap="xs">
        <SubmitButton isSending={isSending}>
          <Trans>Send code</Trans>
        </SubmitButton>
        <Button variant="default" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
      </Group>
    </form>
  )
}

function CodeStep({ sent, onSent, onProven, onClose }: PhoneFormProps & { sent: Sent; onSent: (sent: Sent) => void }) {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const [send, { isLoading }] = useSendCodeMutation()
  const [check] = useCheckCodeMutation()
  const [problem, setProblem] = useState('')
  const secondsLeft = useSecondsLeft(sent.nextAt)
  // A code works once, so its proof is kept until the number is saved, also when the password is asked for first.
  const proven = useRef<{ code: string; proof: string }>(undefined)
  const { form, isSending, onSubmit, summary } = useApiForm(
    {
      initialValues: { code: '' },
      validate: { code: (value) => (/^(\s*\d){6}\s*$/.test(value) ? null : t`Enter the 6-digit code from the text.`) },
    },
    async ({ code }): Promise<ApiRefusal | undefined> => {
      setProblem('')
      if (proven.current?.code !== code) {
        const { data, error } = await check({ phone: sent.phone, code })
        if (!data)
          return isRefusal(error) && error.code.startsWith('code')
            ? { fieldErrors: { code: messageFor(error) } }
            : { message: messageFor(error) }
        proven.current = { code, proof: data.proof }
      }
      const refusal = await onProven(sent.phone, proven.current.proof)
      if (!refusal) {
        announce(t`Verified`)
        onClose()
        return undefined
      }
      return isNotProven(refusal) ? undefined : { message: messageFor(refusal) }
    },
  )

  async function resend(): Promise<void> {
    const { data, error } = await send(sent.phone)
    setProblem(data ? '' : messageFor(error))
    if (data) onSent({ ...sent, nextAt: Date.now() + data.retryAfter * 1000 })
  }

  return (
    <form className={classes.form} onSubmit={onSubmit} noValidate>
      <FormSummary {...summary} />
      <p className={classes.text}>
        <Trans>
          We sent a 6-digit code to <bdi dir="ltr">{sent.to}</bdi>.
        </Trans>
      </p>
      <TextInput
        key={form.key('code')}
        {...form.getInputProps('code')}
        name="code"
        label={t`Code`}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={CODE_DIGITS + 4}
        // This is the next field to fill in.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
      />
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      <Group gap="xs">
        <SubmitButton isSending={isSending}>
          <Trans>Verify</Trans>
        </SubmitButton>
        <Button variant="default" loading={isLoading} disabled={secondsLeft > 0} onClick={() => void resend()}>
          {secondsLeft > 0 ? <Trans>New code in {secondsLeft} sec</Trans> : <Trans>Send new code</Trans>}
        </Button>
        <Button variant="subtle" color="gray" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
      </Group>
    </form>
  )
}

/** Verifies a number in two steps: the number, then the code. */
export function PhoneForm(props: PhoneFormProps) {
  const [sent, setSent] = useState<Sent>()
  return sent ? (
    <CodeStep {...props} sent={sent} onSent={setSent} />
  ) : (
    <NumberStep phone={props.phone} onSent={setSent} onClose={props.onClose} />
  )
}
