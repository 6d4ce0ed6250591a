import { useLingui } from '@lingui/react/macro'
import { Switch } from '@mantine/core'
import { useState } from 'react'
import { useEditSettingsMutation } from '../api.ts'
import { useSession } from '../../../shared/lib/session/select.ts'
import { toast } from '../../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import { Setting } from '../../../shared/ui/settings/SettingsCard.tsx'

/**
 * The switch for emails that are not about security; the link in each email turns them off, this switch turns them on
 * again.
 */
export function EmailNotices() {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const isOn = useSession(({ auth }) => auth.user?.emailNotices ?? true)
  const [save] = useEditSettingsMutation()
  const [chosen, setChosen] = useState<boolean>()
  async function choose(emailNotices: boolean): Promise<void> {
    setChosen(emailNotices)
    const { error } = await save({ emailNotices })
    setChosen(undefined)
    if (error) toast.failed(error, { title: t`Couldn't save`, message: messageFor(error) })
  }
  return (
    <Setting
      label={t`Emails about your team`}
      help={t`Get an email when a teammate you invited joins. We always send emails about your account security.`}
    >
      <Switch
        aria-label={t`Emails about your team`}
        checked={chosen ?? isOn}
        onChange={(event) => void choose(event.currentTarget.checked)}
      />
    </Setting>
  )
}
