import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { keepInTab, textInTab } from '../../../shared/lib/tab-storage.ts'
import { useApiForm } from '../../../shared/ui/useApiForm.ts'
import { AuthCard } from './AuthCard.tsx'
import classes from './AuthCard.module.css'
import { AuthForm } from './AuthForm.tsx'
import { AuthLink } from './AuthLink.tsx'
import { ask } from './ask.ts'
import { EmailField, useEmailRule } from './EmailField.tsx'
import { QuietButton } from './QuietButton.tsx'
import { useWords } from './useWords.ts'

export interface MailRequestProps {
  /** Which mail is asked for; both calls answer the same whether the e-mail has an account or not. */
  call: 'forgotPassword' | 'sendLoginLink'
  title: string
  text: string
  verb: string
}

/** Asks for a mail with a link, and then says the same sentence to everybody. */
export function MailRequest({ call, title, text, verb }: MailRequestProps) {
  const { t } = useLingui()
  const { wordsFor } = useWords()
  const emailRule = useEmailRule()
  const [sentTo, setSentTo] = useState<string>()
  const { form, ...sending } = useApiForm(
    { initialValues: { email: textInTab('email') }, validate: { email: emailRule } },
    async ({ email }) => {
      const { refusal } = await ask(call, { body: { email } })
      if (refusal) return wordsFor(refusal)
      keepInTab('email', email.trim())
      setSentTo(email.trim())
      return undefined
    },
  )
  const back = (
    <AuthLink to="/auth/login">
      <Trans>Back to log in</Trans>
    </AuthLink>
  )

  if (sentTo !== undefined)
    return (
      <AuthCard title={t`Check your email`} text={<strong dir="auto">{sentTo}</strong>}>
        <p role="status">
          <Trans>If this email has an account, a link is on its way.</Trans>
        </p>
        <div className={classes.links}>
          {back}
          <QuietButton onClick={() => setSentTo(undefined)}>
            <Trans>Use another email</Trans>
          </QuietButton>
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
