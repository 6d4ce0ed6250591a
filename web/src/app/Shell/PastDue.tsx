import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Card, Title } from '@mantine/core'
import { useState } from 'react'
import { useCheckPastDue } from '../../features/inbox/index.ts'
import classes from './PastDue.module.css'

/** Replaces the screen while the account is past due, with a button to check again. */
export function PastDue() {
  const { t } = useLingui()
  const check = useCheckPastDue()
  const [isChecking, setChecking] = useState(false)
  return (
    <Card className={classes.card ?? ''} padding="lg">
      <Title order={1} size="h2">
        <Trans>Your account is past due</Trans>
      </Title>
      <p className={classes.text}>
        <Trans>
          Sending and reading messages is on hold until an owner or admin pays the open invoice. Nothing is lost.
        </Trans>
      </p>
      <Button
        variant="default"
        loading={isChecking}
        aria-label={t`Check again`}
        onClick={() => {
          setChecking(true)
          void check().finally(() => setChecking(false))
        }}
      >
        <Trans>Check again</Trans>
      </Button>
    </Card>
  )
}
