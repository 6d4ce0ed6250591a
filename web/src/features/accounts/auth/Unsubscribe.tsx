import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { AuthCard } from './AuthCard.tsx'
import classes from './AuthCard.module.css'
import { sendRequest } from './send-request.ts'
import { linkToken } from './path.ts'
import { useAuthRefusals } from './useAuthRefusals.ts'

/**
 * Unsubscribes from emails that are not about security, with one button: link scanners open pages but press nothing.
 */
export function Unsubscribe() {
  const { t } = useLingui()
  const { wordsFor } = useAuthRefusals()
  const [token] = useState(() => linkToken('unsubscribe'))
  const [isSending, setSending] = useState(false)
  const [isDone, setDone] = useState(false)
  const [problem, setProblem] = useState('')

  async function stop(): Promise<void> {
    setSending(true)
    const { refusal } = await sendRequest('unsubscribeEmail', { body: { token } })
    setSending(false)
    if (refusal) setProblem(wordsFor(refusal).message ?? t`Something went wrong. Try again in a moment.`)
    else setDone(true)
  }

  if (token === '')
    return (
      <AuthCard
        title={t`This link is incomplete`}
        text={t`Open the link in the email again, or change this in Settings.`}
      />
    )
  if (isDone)
    return (
      <AuthCard
        title={t`You're unsubscribed`}
        text={t`You'll still get emails about your account security. You can turn the others back on in Settings.`}
      />
    )
  return (
    <AuthCard title={t`Unsubscribe from these emails?`} text={t`You'll still get emails about your account security.`}>
      <div role="alert">{problem && <p className={classes.error}>{problem}</p>}</div>
      <Button fullWidth size="md" loading={isSending} onClick={() => void stop()}>
        <Trans>Unsubscribe</Trans>
      </Button>
    </AuthCard>
  )
}
