import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { forgetInTab } from '../../../shared/lib/tab-storage.ts'
import { useApiForm } from '../../../shared/ui/form/useApiForm.ts'
import { AuthForm } from './AuthForm.tsx'
import { AuthLink } from './AuthLink.tsx'
import { sendRequest } from './send-request.ts'
import { MailRequest } from './MailRequest.tsx'
import { NewPasswordField, useNewPasswordRule } from './NewPasswordField.tsx'
import { go, linkToken } from './path.ts'
import { useAuthRefusals } from './useAuthRefusals.ts'

/** Sets a new password with the token of an emailed link; the user logs in afterwards. */
export function ResetPassword() {
  const { t } = useLingui()
  const { wordsFor } = useAuthRefusals()
  const passwordRule = useNewPasswordRule()
  const [token] = useState(() => linkToken('reset-password'))
  const [isInvalid, setInvalid] = useState(token === '')
  const [typed, setTyped] = useState('')
  const { form, ...sending } = useApiForm(
    {
      initialValues: { password: '' },
      validate: { password: passwordRule },
      onValuesChange: (now) => setTyped(now.password),
    },
    async ({ password }) => {
      const { refusal } = await sendRequest('resetPassword', { params: { token }, body: { password } })
      if (refusal && refusal.code !== 'link_invalid') return wordsFor(refusal)
      forgetInTab('link-reset-password')
      if (refusal) setInvalid(true)
      else go('/auth/login?note=password_changed', 'replace')
      return undefined
    },
  )

  if (isInvalid)
    return (
      <MailRequest
        call="forgotPassword"
        title={t`This link is no longer valid`}
        text={t`We can send you a new one.`}
        verb={t`Send a new link`}
      />
    )
  return (
    <AuthForm
      title={t`Choose a new password`}
      text={t`You'll use it to log in. Your other devices will be logged out.`}
      verb={t`Save password`}
      sending={sending}
      links={
        <AuthLink to="/auth/login">
          <Trans>Back to login</Trans>
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
