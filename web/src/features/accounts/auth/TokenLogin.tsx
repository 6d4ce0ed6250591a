import { useLingui } from '@lingui/react/macro'
import { forgetInTab, textInTab } from '../../../shared/lib/tab-storage.ts'
import { arrive } from './arrive.ts'
import { sendRequest } from './send-request.ts'
import { deviceTokenOf } from './known-devices.ts'
import { MailRequest } from './MailRequest.tsx'
import { linkToken } from './path.ts'
import { SignedInAlready, signedInAs } from './SignedInAlready.tsx'
import { useOpening, type Opened } from './useOpening.ts'
import { useAuthRefusals } from './useAuthRefusals.ts'
import { WaitingCard } from './WaitingCard.tsx'

/** Logs in with the token of an emailed link; the second step still applies. */
export function TokenLogin() {
  const { t } = useLingui()
  const { wordsFor } = useAuthRefusals()
  const opening = useOpening(async (): Promise<Opened<'gone' | 'old'>> => {
    const token = linkToken('token')
    if (token === '') return { value: 'old' }
    const email = textInTab('email')
    const deviceToken = deviceTokenOf(email)
    const { reply, refusal } = await sendRequest('tokenLogin', { body: { token, ...(deviceToken && { deviceToken }) } })
    if (refusal && refusal.code !== 'link_invalid' && refusal.code !== 'invalid')
      return { problem: wordsFor(refusal).message ?? '' }
    forgetInTab('link-token')
    if (refusal) return { value: 'old' }
    if ((await arrive(reply, email)) === 'gone') return { value: 'gone' }
    return {
      problem: t`Your browser won't let us keep you logged in. Allow storage for this site and try again.`,
    }
  })

  if (opening.state === 'done' && opening.value === 'old')
    return signedInAs() ? (
      <SignedInAlready title={t`This link is no longer valid`} />
    ) : (
      <MailRequest
        call="sendLoginLink"
        title={t`This link is no longer valid`}
        text={t`We can send you a new one.`}
        verb={t`Send a new link`}
      />
    )
  return <WaitingCard title={t`Logging you in…`} opening={opening.state === 'done' ? { state: 'waiting' } : opening} />
}
