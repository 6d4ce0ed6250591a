import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { keepInTab, textInTab } from '../../../shared/lib/tab-storage.ts'
import { useApiForm } from '../../../shared/ui/form/useApiForm.ts'
import { AuthCard } from './AuthCard.tsx'
import classes from './AuthCard.module.css'
import { AuthForm } from './AuthForm.tsx'
import { AuthLink } from './AuthLink.tsx'
import { EmailField, useEmailRule } from './EmailField.tsx'
import { go } from './path.ts'
import { sendRequest } from './send-request.ts'
import { beginSso } from './sso.ts'
import { useAuthRefusals } from './useAuthRefusals.ts'

/** Finds the company login of an email by its domain. Whether the email has an account does not show. */
export function SsoEmail() {
  const { t } = useLingui()
  const { wordsFor } = useAuthRefusals()
  const emailRule = useEmailRule()
  const [slugs, setSlugs] = useState<string[]>([])
  const { form, ...sending } = useApiForm(
    { initialValues: { email: textInTab('email') }, validate: { email: emailRule } },
    async ({ email }) => {
      const { reply, refusal } = await sendRequest('discoverSso', { body: { email } })
      if (refusal) return wordsFor(refusal)
      keepInTab('email', email.trim())
      const [first, ...others] = reply.slugs
      if (first === undefined)
        return {
          fieldErrors: {
            email: t`No company login is set up for this email's domain. Log in with your password, or ask your administrator.`,
          },
        }
      if (others.length > 0) {
        setSlugs(reply.slugs)
        return undefined
      }
      const failed = await beginSso(first, { email: email.trim() })
      return failed && wordsFor(failed)
    },
  )
  const back = (
    <AuthLink to="/auth/login">
      <Trans>Back to login</Trans>
    </AuthLink>
  )
  if (slugs.length > 0)
    return (
      <AuthCard title={t`Choose your organization`}>
        <div className={classes.form}>
          {slugs.map((slug) => (
            <Button key={slug} variant="default" size="md" fullWidth onClick={() => go(`/auth/sso/${slug}`)}>
              <bdi>{slug}</bdi>
            </Button>
          ))}
        </div>
        <div className={classes.links}>{back}</div>
      </AuthCard>
    )
  return (
    <AuthForm
      title={t`Log in with your company`}
      text={t`Enter your work email. We'll take you to your company's login.`}
      verb={t`Continue`}
      sending={sending}
      links={back}
    >
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
