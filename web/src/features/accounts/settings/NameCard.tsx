import { NAME_MAX } from '@crewline/contract/limits'
import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useEditSettingsMutation } from '../api.ts'
import { useSession } from '../../../shared/lib/session/select.ts'
import { announce } from '../../../shared/ui/feedback/announce.ts'
import { SaveBar } from '../../../shared/ui/form/SaveBar.tsx'
import { useLeaveGuard } from '../../../shared/ui/form/useLeaveGuard.tsx'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import { SettingsCard } from '../../../shared/ui/settings/SettingsCard.tsx'
import classes from '../../../shared/ui/settings/SettingsCard.module.css'

interface Names {
  firstname: string
  lastname: string
}

/** First and last name; saved with the bar that appears after the first change. */
export function NameCard() {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const user = useSession(({ auth }) => auth.user)
  const saved: Names = { firstname: user?.firstname ?? '', lastname: user?.lastname ?? '' }
  const [draft, setDraft] = useState<Partial<Names>>({})
  const [problem, setProblem] = useState('')
  const [isEmpty, setEmpty] = useState(false)
  const [save, { isLoading }] = useEditSettingsMutation()
  const names = { ...saved, ...draft }
  const isDirty = names.firstname !== saved.firstname || names.lastname !== saved.lastname
  const question = useLeaveGuard(isDirty)

  function change(part: Partial<Names>): void {
    setEmpty(false)
    setProblem('')
    setDraft({ ...draft, ...part })
  }

  function discard(): void {
    setDraft({})
    setEmpty(false)
    setProblem('')
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (!isDirty || isLoading) return
    if (names.firstname.trim() === '') {
      setEmpty(true)
      event.currentTarget.querySelector<HTMLInputElement>('[name=firstname]')?.focus()
      return
    }
    const { error } = await save({ firstname: names.firstname.trim(), lastname: names.lastname.trim() })
    if (error) return setProblem(messageFor(error))
    discard()
    announce(t`Saved`)
  }

  return (
    <form className={classes.stack} onSubmit={(event) => void submit(event)} noValidate>
      {question}
      <SettingsCard id="name" title={t`Name`} text={t`Teammates see this next to what you write.`}>
        <div className={classes.pair}>
          <TextInput
            name="firstname"
            label={t`First name`}
            value={names.firstname}
            onChange={(event) => change({ firstname: event.currentTarget.value })}
            error={isEmpty ? t`Enter a first name.` : undefined}
            maxLength={NAME_MAX}
            autoComplete="given-name"
            required
            withAsterisk={false}
          />
          <TextInput
            name="lastname"
            label={t`Last name`}
            value={names.lastname}
            onChange={(event) => change({ lastname: event.currentTarget.value })}
            maxLength={NAME_MAX}
            autoComplete="family-name"
          />
        </div>
      </SettingsCard>
      {isDirty && <SaveBar onDiscard={discard} isSending={isLoading} problem={problem} />}
    </form>
  )
}
