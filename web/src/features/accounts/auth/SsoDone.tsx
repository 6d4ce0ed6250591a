import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { forgetInTab } from '../../../shared/lib/tab-storage.ts'
import { AuthCard } from './AuthCard.tsx'
import classes from './AuthCard.module.css'
import { AuthLink } from './AuthLink.tsx'
import { arriveSignedIn } from './arrive.ts'
import { go } from './path.ts'
import { sendRequest } from './send-request.ts'
import { begunSso } from './sso.ts'
import { useAuthRefusals } from './useAuthRefusals.ts'
import { useOpening, type Opened } from './useOpening.ts'
import { WaitingCard } from './WaitingCard.tsx'

/** Finishes a login with the ticket that the identity provider's response got, or says why it failed. */
export function SsoDone() {
  const { t } = useLingui()
  const { wordsFor } = useAuthRefusals()
  const begun = begunSso()
  const opening = useOpening(async (): Promise<Opened<{ failed?: string }>> => {
    const ticket = new URLSearchParams(location.search).get('ticket') ?? ''
    // Only this tab can use it, but it need not stay in the history.
    const next = begun?.next ? `?next=${encodeURIComponent(begun.next)}` : ''
    history.replaceState(null, '', `/auth/sso-done${next}`)
    const old = t`This login took too long, or it began in another tab or browser. Start again.`
    if (ticket === '' || !begun) return { value: { failed: old } }
    const { reply, refusal } = await sendRequest('finishSso', { body: { ticket, binder: begun.binder } })
    if (refusal?.code === 'link_invalid') return { value: { failed: old } }
    if (refusal) return { value: { failed: wordsFor(refusal).message ?? old } }
    forgetInTab('sso')
    if ((await arriveSignedIn(reply)) === 'gone') return { value: {} }
    return {
      problem: t`Your browser won't let us keep you logged in. Allow storage for this site and try again.`,
    }
  })
  if (opening.state !== 'done' || opening.value.failed === undefined)
    return (
      <WaitingCard title={t`Logging you in…`} opening={opening.state === 'done' ? { state: 'waiting' } : opening} />
    )
  return (
    <AuthCard title={t`Couldn't log you in`}>
      <p role="alert">{opening.value.failed}</p>
      <Button fullWidth size="md" onClick={() => go(begun ? `/auth/sso/${begun.slug}` : '/auth/sso', 'replace')}>
        <Trans>Try again</Trans>
      </Button>
      <div className={classes.links}>
        <AuthLink to="/auth/login">
          <Trans>Back to login</Trans>
        </AuthLink>
      </div>
    </AuthCard>
  )
}
