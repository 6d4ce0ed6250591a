import { Trans, useLingui } from '@lingui/react/macro'
import { textInTab, keepInTab } from '../../../shared/lib/tab-storage.ts'
import { PasswordField } from '../../../shared/ui/PasswordField.tsx'
import { useApiForm } from '../../../shared/ui/useApiForm.ts'
import classes from './AuthCard.module.css'
import { AuthForm } from './AuthForm.tsx'
import { AuthLink } from './AuthLink.tsx'
import { arrive } from './arrive.ts'
import { ask } from './ask.ts'
import { EmailField } from './EmailField.tsx'
import { deviceTokenOf, usualOrganizationOf } from './known-devices.ts'
import { useWords } from './useWords.ts'

function Note() {
  const note = new URLSearchParams(location.search).get('note')
  if (note === 'signed_out')
    return (
      <p className={classes.note} role="status">
        <Trans>You were signed out. Log in again to go on. Your drafts are saved.</Trans>
      </p>
    )
  if (note === 'too_long')
    return (
      <p className={classes.note} role="status">
        <Trans>This took too long, or the code was wrong too often. Log in again.</Trans>
      </p>
    )
  if (note === 'password_changed')
    return (
      <p className={classes.done} role="status">
        <Trans>Your password is changed. Log in.</Trans>
      </p>
    )
  return null
}

/** The log-in form; the same sentence for a wrong password and for an unknown e-mail. */
export function LogIn() {
  const { t } = useLingui()
  const { wordsFor, waitIn } = useWords()
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
      const { reply, refusal } = await ask('login', { body })
      if (refusal)
        return wordsFor(refusal, {
          invalid_credentials: t`Email or password is not right. Try again or reset your password.`,
          slow_down: () => {
            const wait = waitIn(refusal)
            return { message: t`Too many tries. Wait ${wait} or reset your password.` }
          },
        })
      if ((await arrive(reply, email.trim())) === 'gone') return undefined
      return {
        message: t`Your browser does not let us keep you logged in. Allow storage for this site, then try again.`,
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
