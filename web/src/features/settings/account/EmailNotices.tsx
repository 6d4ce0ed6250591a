import { useLingui } from '@lingui/react/macro'
import { Switch } from '@mantine/core'
import { useState } from 'react'
import { useEditSettingsMutation } from '../../accounts/index.ts'
import { useSession } from '../../../shared/lib/session/select.ts'
import { toast } from '../../../shared/ui/toast.tsx'
import { useRefusalWords } from '../../../shared/ui/useRefusalWords.ts'
import { Setting } from '../SettingsCard.tsx'

/** Whether e-mails come that are not about security; the link in each of them turns them off, this turns them on again. */
export function EmailNotices() {
  const { t } = useLingui()
  const wordsFor = useRefusalWords()
  const isOn = useSession(({ auth }) => auth.user?.emailNotices ?? true)
  const [save] = useEditSettingsMutation()
  const [chosen, setChosen] = useState<boolean>()
  async function choose(emailNotices: boolean): Promise<void> {
    setChosen(emailNotices)
    const { error } = await save({ emailNotices })
    setChosen(undefined)
    if (error) toast.api({ title: t`Not saved`, message: wordsFor(error) }, 'ERROR')
  }
  return (
    <Setting
      label={t`Emails about your team`}
      help={t`When somebody you invited joins. Emails about the safety of your account always come.`}
    >
      <Switch
        aria-label={t`Emails about your team`}
        checked={chosen ?? isOn}
        onChange={(event) => void choose(event.currentTarget.checked)}
      />
    </Setting>
  )
}
