import type { Locale } from '@crewline/contract/accounts'
import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { NAME_MAX } from '@crewline/contract/limits'
import { useState } from 'react'
import { useApiForm } from '../../../shared/ui/form/useApiForm.ts'
import classes from './AuthCard.module.css'
import { AuthForm } from './AuthForm.tsx'
import { arriveJoined } from './arrive.ts'
import { sendRequest } from './send-request.ts'
import { EmailField } from './EmailField.tsx'
import { InvitationText, type Invitation } from './InvitationText.tsx'
import { NewPasswordField, useNewPasswordRule } from './NewPasswordField.tsx'
import { isOwnName } from './password-rules.ts'
import { useAuthRefusals } from './useAuthRefusals.ts'

export interface InvitationFormProps {
  invitation: Invitation
  token: string
  /** Called when the invitation is no longer valid. */
  onOld: () => void
}

/** Joins as a new user with a name and a password; the email is the invited one. */
export function InvitationForm({ invitation, token, onOld }: InvitationFormProps) {
  const { t, i18n } = useLingui()
  const { wordsFor } = useAuthRefusals()
  const passwordRule = useNewPasswordRule()
  const { email, organizationName } = invitation
  const [now, setNow] = useState({ firstname: '', lastname: '', password: '' })
  const { form, ...sending } = useApiForm(
    {
      initialValues: now,
      onValuesChange: setNow,
      validate: {
        firstname: (value) => (value.trim() === '' ? t`Enter your first name.` : null),
        password: (value, all) =>
          passwordRule(value) ??
          (isOwnName(value, { ...all, email })
            ? t`This password is too easy to guess from your name or email. Choose another one.`
            : null),
      },
    },
    async (values) => {
      const locale = i18n.locale as Locale
      const { reply, refusal } = await sendRequest('acceptInvitation', { body: { ...values, token, locale } })
      if (refusal?.code === 'link_invalid') return onOld()
      if (refusal) return wordsFor(refusal, { account_exists: t`You already have an account. Log in to join.` })
      if ((await arriveJoined(reply, email)) === 'gone') return undefined
      return {
        message: t`Your browser won't let us keep you logged in. Allow storage for this site and try again.`,
      }
    },
  )

  return (
    <AuthForm
      title={t`Join the team`}
      text={<InvitationText {...invitation} />}
      verb={t`Join ${organizationName}`}
      sending={sending}
    >
      <EmailField label={t`Email`} value={email} readOnly variant="filled" />
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
      <NewPasswordField
        key={form.key('password')}
        {...form.getInputProps('password')}
        typed={now.password}
        owner={{ ...now, email }}
      />
    </AuthForm>
  )
}
