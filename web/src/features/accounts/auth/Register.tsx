import { Trans, useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { NAME_MAX } from '@crewline/contract/limits'
import { useState } from 'react'
import type { Locale } from '@crewline/contract/accounts'
import { rememberUnverified } from '../../../shared/lib/session/keep.ts'
import { forgetInTab, keepInTab, readInTab, textInTab } from '../../../shared/lib/tab-storage.ts'
import { useApiForm } from '../../../shared/ui/form/useApiForm.ts'
import classes from './AuthCard.module.css'
import { AuthForm } from './AuthForm.tsx'
import { AuthLink } from './AuthLink.tsx'
import { sendRequest } from './send-request.ts'
import { EmailField, useEmailRule } from './EmailField.tsx'
import { NewPasswordField, useNewPasswordRule } from './NewPasswordField.tsx'
import { isOwnName } from './password-rules.ts'
import { go } from './path.ts'
import { useAuthRefusals } from './useAuthRefusals.ts'

/** Step 1 of sign-up: the user. */
export function Register() {
  const { t, i18n } = useLingui()
  const { wordsFor } = useAuthRefusals()
  const emailRule = useEmailRule()
  const passwordRule = useNewPasswordRule()
  const [start] = useState(() => {
    const names = (readInTab('names') ?? {}) as { firstname?: string; lastname?: string }
    return { firstname: names.firstname ?? '', lastname: names.lastname ?? '', email: textInTab('email'), password: '' }
  })
  const [now, setNow] = useState(start)
  const { form, ...sending } = useApiForm(
    {
      initialValues: start,
      onValuesChange: setNow,
      validate: {
        firstname: (value) => (value.trim() === '' ? t`Enter your first name.` : null),
        lastname: (value) => (value.trim() === '' ? t`Enter your last name.` : null),
        email: emailRule,
        password: (value, all) =>
          passwordRule(value) ??
          (isOwnName(value, all)
            ? t`This password is too easy to guess from your name or email. Choose another one.`
            : null),
      },
    },
    async (values) => {
      const { reply, refusal } = await sendRequest('register', { body: { ...values, locale: i18n.locale as Locale } })
      if (refusal) return wordsFor(refusal)
      if (!rememberUnverified(reply.unverifiedToken))
        return {
          message: t`Your browser won't let us keep you logged in. Allow storage for this site and try again.`,
        }
      keepInTab('names', { firstname: values.firstname, lastname: values.lastname })
      keepInTab('email', values.email.trim())
      keepInTab('founder', 'unverified')
      forgetInTab('company')
      go('/auth/register/company')
      return undefined
    },
  )

  return (
    <AuthForm
      title={t`Create an account`}
      text={t`Step 1 of 2: About you`}
      verb={t`Continue`}
      sending={sending}
      links={
        <AuthLink to="/auth/login">
          <Trans>I already have an account</Trans>
        </AuthLink>
      }
    >
      <div className={classes.pair}>
        <TextInput
          key={form.key('firstname')}
          {...form.getInputProps('firstname')}
          name="firstname"
          label={t`First name`}
          autoComplete="given-name"
          maxLength={NAME_MAX}
          size="md"
          // The form is all there is on this page.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
        />
        <TextInput
          key={form.key('lastname')}
          {...form.getInputProps('lastname')}
          name="lastname"
          label={t`Last name`}
          autoComplete="family-name"
          maxLength={NAME_MAX}
          size="md"
        />
      </div>
      <EmailField key={form.key('email')} {...form.getInputProps('email')} label={t`Work email`} />
      <NewPasswordField
        key={form.key('password')}
        {...form.getInputProps('password')}
        typed={now.password}
        owner={now}
      />
      <p className={classes.small}>
        <Trans>By continuing, you agree that we store these details to run your account.</Trans>
      </p>
    </AuthForm>
  )
}
