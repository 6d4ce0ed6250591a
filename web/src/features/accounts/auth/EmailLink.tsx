import { useLingui } from '@lingui/react/macro'
import { MailRequest } from './MailRequest.tsx'

/** Requests a link that logs in without the password. */
export function EmailLink() {
  const { t } = useLingui()
  return (
    <MailRequest
      call="sendLoginLink"
      title={t`Log in with a link`}
      text={t`We'll email you a link that logs you in. It expires in 15 minutes.`}
      verb={t`Send link`}
    />
  )
}
