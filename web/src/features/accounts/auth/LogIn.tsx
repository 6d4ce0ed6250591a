import { Trans, useLingui } from '@lingui/react/macro'
import { textInTab, keepInTab } from '../../../shared/lib/tab-storage.ts'
import { PasswordField } from '../../../shared/ui/form/PasswordField.tsx'
import { useApiForm } from '../../../shared/ui/form/useApiForm.ts'
import classes from './AuthCard.module.css'
import { AuthForm } from './AuthForm.tsx'
import { AuthLink } from './AuthLink.tsx'
import { arrive } from './arrive.ts'
import { sendRequest } from './send-request.ts'
import { EmailField } from './EmailField.tsx'
import { deviceTokenOf, usualOrganizationOf } from './known-devices.ts'
import { useAuthRefusals } from './useAuthRefusals.ts'

function Note() {
  const note = new URLSearchParams(location.search).get('note')
  if (note === 'signed_out')
    return (
      <p className={classes.note} role="status">
        <Trans>You were logged out. Log in again to continue. Your drafts are saved.</Trans>
      </p>
    )
  if (note === 'too_long')
    return (
      <p className={classes.note} role="status">
        <Trans>This took too long, or there were too many wrong codes. Log in again.</Trans>
      </p>
    )
  if (note === 'password_changed')
    return (
      <p className={classes.done} role="status">
        <Trans>Password changed. Log in with your new password.</Trans>
      </p>
    )
  return null
}

/** The login form. A wrong password and an unknown email get the same message. */
export function LogIn() {
  const { t } = useLingui()
  const { wordsFor, waitIn } = useAuthRefusals()
  const { form, ...sending } = useApiForm(
    {
      initialValues: { email: textInTab('email'), password: '' },
      validate: {
        email: (value) => (value.trim() === '' ? t`Enter your email.` : null),
        password: (value) => (value === '' ? t`Enter your password.` : null),
      },
    },
    async ({ email, password }) => {
      const deviceToken = deviceTokenOf(email)
      const organizationId = usualOrganizationOf(email)
      const body = { email, password, ...(deviceToken && { deviceToken }), ...(organizationId && { organizationId }) }
      const { reply, refusal } = await sendRequest('login', { body })
      if (refusal)
        return wordsFor(refusal, {
          invalid_credentials: t`Incorrect email or password. Try again or reset your password.`,
          slow_down: () => {
            const wait = waitIn(refusal)
            return { message: t`Too many tries. Wait ${wait} or reset your password.` }
          },
        })
      if ((await arrive(reply, email.trim())) === 'gone') return undefined
      return {
        message: t`Your browser won't let us keep you logged in. Allow storage for this site and try again.`,
      }
    },
  )
  const keepEmail = () => keepInTab('email', form.getValues().email)

  return (
    <AuthForm
      title={t`Log in`}
      verb={t`Log in`}
      sending={sending}
      note={<Note />}
      links={
        <>
          <AuthLink to="/auth/forgot-password" onGo={keepEmail}>
            <Trans>Forgot password?</Trans>
          </AuthLink>
          <AuthLink to="/auth/sso" onGo={keepEmail}>
            <Trans>Log in with your company</Trans>
          </AuthLink>
          <AuthLink to="/auth/email-link" onGo={keepEmail}>
            <Trans>Email me a link</Trans>
          </AuthLink>
          <AuthLink to="/auth/register" onGo={keepEmail}>
            <Trans>Create an account</Trans>
          </AuthLink>
        </>
      }
    >
      <EmailField
        key={form.key('email')}
        {...form.getInputProps('email')}
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
    </AuthForm>
  )
}
