import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Switch } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { isRefusal } from '../../shared/api/send.ts'
import { announce } from '../../shared/ui/feedback/announce.ts'
import { SettingsCard } from '../../shared/ui/settings/SettingsCard.tsx'
import settingsClasses from '../../shared/ui/settings/SettingsCard.module.css'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { useConnectHrMutation, type HrSettings } from './api.ts'
import classes from './Hr.module.css'
import { useChanges } from './useChanges.ts'
import { WelcomeFields } from './WelcomeFields.tsx'
import { welcomeError, writtenWelcome } from './welcome-rules.ts'

/** The text that people get whom a sync adds; off until it is turned on. */
export function WelcomeCard({ settings }: { settings: HrSettings }) {
  const { t } = useLingui()
  const messageFor = useErrorText()
  // Reviewing a sync, or another member, may change what is saved.
  const { changes, change, markSaved } = useChanges<{ welcome: HrSettings['welcome'] }>(settings)
  const { welcome = settings.welcome } = changes
  const [problem, setProblem] = useState<string>()
  const [save, { isLoading }] = useConnectHrMutation()
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    setProblem(undefined)
    const { error } = await save({ settings: { welcome: writtenWelcome(welcome) }, connect: false })
    if (!error) {
      markSaved()
      announce(t`Saved`)
      toast.api({ title: t`Welcome text`, message: t`Saved. The next sync follows these settings.` }, 'OK')
      return
    }
    const refused = isRefusal(error) ? welcomeError(error.fieldErrors) : undefined
    if (refused) setProblem(refused)
    else toast.failed(error, { title: t`Couldn't save`, message: messageFor(error) })
  }
  return (
    <SettingsCard
      id="hr-welcome"
      title={t`Welcome text`}
      text={t`For new people who agreed to get texts. Each person gets it once, in their language, and never while they rest.`}
    >
      <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
        <Switch
          label={t`Send a welcome text`}
          checked={welcome.isOn}
          onChange={(event) => change({ welcome: { ...welcome, isOn: event.currentTarget.checked } })}
        />
        {welcome.isOn && (
          <WelcomeFields welcome={welcome} error={problem} onChange={(edited) => change({ welcome: edited })} />
        )}
        <div className={settingsClasses.line}>
          <Button type="submit" loading={isLoading}>
            <Trans>Save</Trans>
          </Button>
        </div>
      </form>
    </SettingsCard>
  )
}
