import { useLingui } from '@lingui/react/macro'
import { MailRequest } from './MailRequest.tsx'

/** Asks for the link to choose a new password. */
export function ForgotPassword() {
  const { t } = useLingui()
  return (
    <MailRequest
      call="forgotPassword"
      title={t`Reset your password`}
      text={t`We email you a link to choose a new one. It works for 30 minutes.`}
      verb={t`Send link`}
    />
  )
}
