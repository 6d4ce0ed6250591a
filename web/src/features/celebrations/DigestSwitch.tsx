import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Switch } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { useSession } from '../../shared/lib/session/select.ts'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { useCelebrationDigestQuery, useSetCelebrationDigestMutation } from './api.ts'
import classes from './Celebrations.module.css'

/** Turns the member's own morning email about celebrations on and off. */
export function DigestSwitch() {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const { data: isOn } = useCelebrationDigestQuery()
  const hasEmails = useSession(({ auth }) => auth.user?.emailNotices ?? true)
  const [save] = useSetCelebrationDigestMutation()
  const [chosen, setChosen] = useState<boolean>()
  async function choose(wanted: boolean): Promise<void> {
    setChosen(wanted)
    const { error } = await save(wanted)
    setChosen(undefined)
    if (error) toast.failed(error, { title: t`Couldn't save`, message: messageFor(error) })
  }
  if (isOn === undefined) return null
  const isShownOn = chosen ?? isOn
  return (
    <div className={classes.digest}>
      <Switch
        label={t`Email me in the morning`}
        description={t`Who celebrates today and in the next three days, of the contacts you can see. No email when there is no one.`}
        checked={isShownOn}
        onChange={(event) => void choose(event.currentTarget.checked)}
      />
      {isShownOn && !hasEmails && (
        <>
          <p className={classes.problem}>
            <Trans>You turned off emails about your team, so this one isn't sent.</Trans>
          </p>
          <Anchor component={Link} to="/dashboard/settings?tab=account#look" size="sm">
            <Trans>Open your account settings</Trans>
          </Anchor>
        </>
      )}
    </div>
  )
}
