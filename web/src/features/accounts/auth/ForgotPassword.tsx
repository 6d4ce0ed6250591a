import { useLingui } from '@lingui/react/macro'
import { MailRequest } from './MailRequest.tsx'

/** Requests a link to choose a new password. */
export function ForgotPassword() {
  const { t } = useLingui()
  return (
    <MailRequest
      call="forgotPassword"
      title={t`Reset your password`}
      text={t`We'll email you a link to choose a new one. It expires in 30 minutes.`}
      verb={t`Send link`}
    />
  )
}
