import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { forgetInTab } from '../../../shared/lib/tab-storage.ts'
import { useApiForm } from '../../../shared/ui/useApiForm.ts'
import { AuthForm } from './AuthForm.tsx'
import { AuthLink } from './AuthLink.tsx'
import { ask } from './ask.ts'
import { MailRequest } from './MailRequest.tsx'
import { NewPasswordField, useNewPasswordRule } from './NewPasswordField.tsx'
import { go, linkToken } from './path.ts'
import { useWords } from './useWords.ts'

/** Chooses a new password with the token of a mailed link; logging in comes after. */
export function ResetPassword() {
  const { t } = useLingui()
  const { wordsFor } = useWords()
  const passwordRule = useNewPasswordRule()
  const [token] = useState(() => linkToken('reset-password'))
  const [isOld, setOld] = useState(token === '')
  const [typed, setTyped] = useState('')
  const { form, ...sending } = useApiForm(
    {
      initialValues: { password: '' },
      validate: { password: passwordRule },
      onValuesChange: (now) => setTyped(now.password),
    },
    async ({ password }) => {
      const { refusal } = await ask('resetPassword', { params: { token }, body: { password } })
      if (refusal && refusal.code !== 'link_invalid') return wordsFor(refusal)
      forgetInTab('link-reset-password')
      if (refusal) setOld(true)
      else go('/auth/login?note=password_changed', 'replace')
      return undefined
    },
  )

  if (isOld)
    return (
      <MailRequest
        call="forgotPassword"
        title={t`This link is old`}
        text={t`We can send a new one.`}
        verb={t`Send new link`}
      />
    )
  return (
    <AuthForm
      title={t`Choose a new password`}
      text={t`You log in with it afterwards. Other devices are logged out.`}
      verb={t`Save password`}
      sending={sending}
      links={
        <AuthLink to="/auth/login">
          <Trans>Back to log in</Trans>
        </AuthLink>
      }
    >
      <NewPasswordField
        key={form.key('password')}
        {...form.getInputProps('password')}
        label={t`New password`}
        typed={typed}
        // The form is all there is on this page.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
      />
    </AuthForm>
  )
}
