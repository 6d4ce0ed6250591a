import { Trans, useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { call } from '../../shared/api/from-contract.ts'
import { isRefusal, send, type Refusal } from '../../shared/api/send.ts'
import { rememberLogin, type LoginReply } from '../../shared/lib/session/keep.ts'
import { FormSummary } from '../../shared/ui/FormSummary.tsx'
import { PasswordField } from '../../shared/ui/PasswordField.tsx'
import { SubmitButton } from '../../shared/ui/SubmitButton.tsx'
import { useApiForm, type ApiRefusal } from '../../shared/ui/useApiForm.ts'
import { AuthCard } from './AuthCard.tsx'
import classes from './AuthCard.module.css'

export interface LogInProps {
  /** Called once the session is stored. */
  onLoggedIn: () => void
}

/** The log-in form; the same sentence for a wrong password and for an unknown e-mail. */
export function LogIn({ onLoggedIn }: LogInProps) {
  const { t } = useLingui()
  const wasSignedOut = new URLSearchParams(location.search).get('note') === 'signed_out'

  function wordsFor(refusal: Refusal): ApiRefusal {
    const { fieldErrors, code } = refusal
    if (refusal.status === 0) return { message: t`We could not reach Crewline. Check your connection, then try again.` }
    if (code === 'invalid_credentials')
      return { message: t`Email or password is not right. Try again or ask your admin for a new one.` }
    if (code === 'slow_down') return { message: t`Too many tries. Wait a few minutes, then try again.` }
    if (code === 'invalid' && fieldErrors) return { fieldErrors }
    return { message: t`We could not log you in. Try again in a moment.` }
  }

  const { form, isSending, onSubmit, summary } = useApiForm(
    {
      initialValues: { email: '', password: '' },
      validate: {
        email: (value) => (value.trim() === '' ? t`Enter your email.` : null),
        password: (value) => (value === '' ? t`Enter your password.` : null),
      },
    },
    async (body) => {
      const { data, error } = (await send(call('login', { body }), null)) as { data?: LoginReply; error?: unknown }
      if (isRefusal(error)) return wordsFor(error)
      if (data && !rememberLogin(data))
        return {
          message: t`Your browser does not let us keep you logged in. Allow storage for this site, then try again.`,
        }
      if (data) onLoggedIn()
      return undefined
    },
  )

  return (
    <AuthCard title={t`Log in`}>
      {wasSignedOut && (
        <p className={classes.note} role="status">
          <Trans>You were signed out. Log in again to go on. Your drafts are saved.</Trans>
        </p>
      )}
      <form className={classes.form} onSubmit={onSubmit} noValidate>
        <FormSummary {...summary} />
        <TextInput
          key={form.key('email')}
          {...form.getInputProps('email')}
          name="email"
          type="email"
          label={t`Email`}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          size="md"
          data-autofocus
          // The form is all there is on this page.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
        />
        <PasswordField
          key={form.key('password')}
          {...form.getInputProps('password')}
          name="password"
          label={t`Password`}
          autoComplete="current-password"
          size="md"
        />
        <SubmitButton fullWidth size="md" isSending={isSending}>
          <Trans>Log in</Trans>
        </SubmitButton>
      </form>
    </AuthCard>
  )
}
