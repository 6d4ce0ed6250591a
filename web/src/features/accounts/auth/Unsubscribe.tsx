import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { AuthCard } from './AuthCard.tsx'
import classes from './AuthCard.module.css'
import { ask } from './ask.ts'
import { linkToken } from './path.ts'
import { useWords } from './useWords.ts'

/** Stops e-mails that are not about security, with one button: link scanners open pages but press nothing. */
export function Unsubscribe() {
  const { t } = useLingui()
  const { wordsFor } = useWords()
  const [token] = useState(() => linkToken('unsubscribe'))
  const [isSending, setSending] = useState(false)
  const [isDone, setDone] = useState(false)
  const [problem, setProblem] = useState('')

  async function stop(): Promise<void> {
    setSending(true)
    const { refusal } = await ask('unsubscribeEmail', { body: { token } })
    setSending(false)
    if (refusal) setProblem(wordsFor(refusal).message ?? t`We could not do this. Try again in a moment.`)
    else setDone(true)
  }

  if (token === '')
    return (
      <AuthCard
        title={t`This link is not complete`}
        text={t`Open the link in the email again, or change this in Settings.`}
      />
    )
  if (isDone)
    return (
      <AuthCard
        title={t`You are unsubscribed`}
        text={t`You still get emails about the safety of your account. You can turn the others on again in Settings.`}
      />
    )
  return (
    <AuthCard title={t`Stop these emails?`} text={t`You still get emails about the safety of your account.`}>
      <div role="alert">{problem && <p className={classes.error}>{problem}</p>}</div>
      <Button fullWidth size="md" loading={isSending} onClick={() => void stop()}>
        <Trans>Stop these emails</Trans>
      </Button>
    </AuthCard>
  )
}
