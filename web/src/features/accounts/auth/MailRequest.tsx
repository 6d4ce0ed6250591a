import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { keepInTab, textInTab } from '../../../shared/lib/tab-storage.ts'
import { useApiForm } from '../../../shared/ui/form/useApiForm.ts'
import { AuthCard } from './AuthCard.tsx'
import classes from './AuthCard.module.css'
import { AuthForm } from './AuthForm.tsx'
import { AuthLink } from './AuthLink.tsx'
import { sendRequest } from './send-request.ts'
import { EmailField, useEmailRule } from './EmailField.tsx'
import { LinkButton } from './LinkButton.tsx'
import { useAuthRefusals } from './useAuthRefusals.ts'

export interface MailRequestProps {
  /** The email to request; both calls return the same whether the email has an account or not. */
  call: 'forgotPassword' | 'sendLoginLink'
  title: string
  text: string
  verb: string
}

/** Requests an email with a link, and then shows the same message whether the account exists or not. */
export function MailRequest({ call, title, text, verb }: MailRequestProps) {
  const { t } = useLingui()
  const { wordsFor } = useAuthRefusals()
  const emailRule = useEmailRule()
  const [sentTo, setSentTo] = useState<string>()
  const { form, ...sending } = useApiForm(
    { initialValues: { email: textInTab('email') }, validate: { email: emailRule } },
    async ({ email }) => {
      const { refusal } = await sendRequest(call, { body: { email } })
      if (refusal) return wordsFor(refusal)
      keepInTab('email', email.trim())
      setSentTo(email.trim())
      return undefined
    },
  )
  const back = (
    <AuthLink to="/auth/login">
      <Trans>Back to login</Trans>
    </AuthLink>
  )

  if (sentTo !== undefined)
    return (
      <AuthCard title={t`Check your email`} text={<strong dir="auto">{sentTo}</strong>}>
        <p role="status">
          <Trans>If there's an account with this email, a link is on its way.</Trans>
        </p>
        <div className={classes.links}>
          {back}
          <LinkButton onClick={() => setSentTo(undefined)}>
            <Trans>Use a different email</Trans>
          </LinkButton>
        </div>
      </AuthCard>
    )
  return (
    <AuthForm title={title} text={text} verb={verb} sending={sending} links={back}>
      <EmailField
        key={form.key('email')}
        {...form.getInputProps('email')}
        // The form is all there is on this page.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
      />
    </AuthForm>
  )
}
