import type { Locale } from '@crewline/contract/accounts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button } from '@mantine/core'
import { useState } from 'react'
import { forgetSession, readSlice } from '../../../shared/lib/session/keep.ts'
import { forgetInTab, keepInTab } from '../../../shared/lib/tab-storage.ts'
import { AuthCard } from './AuthCard.tsx'
import classes from './AuthCard.module.css'
import { AuthLink } from './AuthLink.tsx'
import { arriveJoined } from './arrive.ts'
import { sendRequest } from './send-request.ts'
import { InvitationForm } from './InvitationForm.tsx'
import { InvitationText, type Invitation } from './InvitationText.tsx'
import { go, linkToken } from './path.ts'
import { SignedInAlready, signedInAs } from './SignedInAlready.tsx'
import { useOpening, type Opened } from './useOpening.ts'
import { useAuthRefusals } from './useAuthRefusals.ts'
import { WaitingCard } from './WaitingCard.tsx'

interface StepProps {
  invitation: Invitation
  token: string
  /** Called when the invitation is no longer valid. */
  onOld: () => void
}

function InvalidInvitation({ inviter }: { inviter: string | undefined }) {
  const { t } = useLingui()
  const title = t`This invitation is no longer valid`
  const instruction = inviter
    ? t`Ask ${inviter} to send a new one.`
    : t`Ask the person who invited you to send a new one.`
  if (signedInAs())
    return (
      <SignedInAlready title={title}>
        <p>
          {t`If you've already joined, you don't need it anymore.`} {instruction}
        </p>
      </SignedInAlready>
    )
  return (
    <AuthCard
      title={title}
      text={
        <>
          {t`If you've already joined, log in.`} {instruction}
        </>
      }
    >
      <AuthLink to="/auth/login">
        <Trans>Go to login</Trans>
      </AuthLink>
    </AuthCard>
  )
}

function Join({ invitation, token, onOld }: StepProps) {
  const { t, i18n } = useLingui()
  const { wordsFor } = useAuthRefusals()
  const [isJoining, setJoining] = useState(false)
  const [problem, setProblem] = useState('')

  async function join(): Promise<void> {
    setJoining(true)
    const locale = i18n.locale as Locale
    const mine = readSlice('auth').token
    const { reply, refusal } = await sendRequest('acceptInvitation', { body: { token, locale } }, mine)
    setJoining(false)
    // The session expired: the server sees no user while this device still has a session.
    if (refusal?.status === 403 || refusal?.code === 'account_exists') {
      forgetSession(mine)
      keepInTab('joining', true)
      return go('/auth/login?note=signed_out', 'replace')
    }
    if (refusal?.code === 'link_invalid') return onOld()
    if (refusal)
      return setProblem(
        wordsFor(refusal, { already_member: t`You're already on this team.` }).message ??
          t`Couldn't join the team. Try again.`,
      )
    await arriveJoined(reply, invitation.email)
    return undefined
  }

  return (
    <AuthCard title={t`Join the team`} text={<InvitationText {...invitation} />}>
      <div role="alert">{problem && <p className={classes.note}>{problem}</p>}</div>
      <Button fullWidth size="md" loading={isJoining} onClick={() => void join()}>
        <Trans>Join {invitation.organizationName}</Trans>
      </Button>
    </AuthCard>
  )
}

function OtherAccount({ invitation, onLoggedOut }: { invitation: Invitation; onLoggedOut: () => void }) {
  const { t } = useLingui()
  const [isLeaving, setLeaving] = useState(false)
  const { user, token } = readSlice('auth')
  const mine = user?.email ?? ''

  async function leave(): Promise<void> {
    setLeaving(true)
    await sendRequest('logout', {}, token)
    forgetSession(token)
    onLoggedOut()
  }

  return (
    <AuthCard title={t`Join the team`} text={<InvitationText {...invitation} />}>
      <p className={classes.note}>
        <Trans>
          This invitation is for <strong dir="auto">{invitation.email}</strong>. You're logged in as{' '}
          <strong dir="auto">{mine}</strong>.
        </Trans>
      </p>
      <Button fullWidth size="md" loading={isLeaving} onClick={() => void leave()}>
        <Trans>Log out and continue</Trans>
      </Button>
      <div className={classes.links}>
        <Anchor href="/dashboard">
          <Trans>Stay logged in</Trans>
        </Anchor>
      </div>
    </AuthCard>
  )
}

function LogInToJoin({ invitation }: { invitation: Invitation }) {
  const { t } = useLingui()
  function logIn(): void {
    keepInTab('joining', true)
    keepInTab('email', invitation.email)
    go('/auth/login')
  }
  return (
    <AuthCard title={t`Join the team`} text={<InvitationText {...invitation} />}>
      <p>
        <Trans>
          You already have an account as <strong dir="auto">{invitation.email}</strong>.
        </Trans>
      </p>
      <Button fullWidth size="md" onClick={logIn}>
        <Trans>Log in to join</Trans>
      </Button>
    </AuthCard>
  )
}

/** Joins an organization by an emailed link: with one button, after login, or with a name and a password. */
export function AcceptInvitation() {
  const { t } = useLingui()
  const { wordsFor } = useAuthRefusals()
  const [token] = useState(() => linkToken('accept-invitation'))
  const [isInvalid, setInvalid] = useState(false)
  const [, setLoggedOut] = useState(false)
  const opening = useOpening(async (): Promise<Opened<Invitation | undefined>> => {
    forgetInTab('joining')
    if (token === '') return { value: undefined }
    const { reply, refusal } = await sendRequest('readInvitation', { body: { token } })
    if (reply) return { value: reply }
    if (refusal.code === 'link_invalid' || refusal.code === 'invalid') return { value: undefined }
    return { problem: wordsFor(refusal).message ?? '' }
  })

  if (opening.state !== 'done') return <WaitingCard title={t`Opening your invitation…`} opening={opening} />
  const invitation = opening.value
  if (!invitation || isInvalid) return <InvalidInvitation inviter={invitation?.inviterName} />
  const { user } = readSlice('auth')
  const isTheirs = user?.email.toLowerCase() === invitation.email.toLowerCase()
  const step = { invitation, token, onOld: () => setInvalid(true) }
  if (user && !isTheirs) return <OtherAccount invitation={invitation} onLoggedOut={() => setLoggedOut(true)} />
  if (user) return <Join {...step} />
  return invitation.hasAccount ? <LogInToJoin invitation={invitation} /> : <InvitationForm {...step} />
}
