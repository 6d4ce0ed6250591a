import { Trans, useLingui } from '@lingui/react/macro'
import { Textarea } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { SaveBar } from '../../../shared/ui/form/SaveBar.tsx'
import { toast } from '../../../shared/ui/toast/toast.tsx'
import { useLeaveGuard } from '../../../shared/ui/form/useLeaveGuard.tsx'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import { SettingsCard } from '../../../shared/ui/settings/SettingsCard.tsx'
import classes from './Calls.module.css'
import { useSetGreetingMutation, type Greetings } from './api.ts'
import { ByHoursFields } from './ByHoursFields.tsx'
import { draftOf, greetingFrom, hasGreetingChanged, type ByHoursDraft } from './greeting-draft.ts'
import { useSilence } from './useSilence.ts'

export interface GreetingCardProps {
  greeting: Greetings['greeting']
  hours: Greetings['hours']
  /** Whether calls to every number are answered. */
  isForAll: boolean
}

function GreetingForm({ greeting, hours }: Omit<GreetingCardProps, 'isForAll'>) {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const [save, { isLoading }] = useSetGreetingMutation()
  const [draft, setDraft] = useState(() => draftOf(greeting))
  const [missed, setMissed] = useState(greeting.missedCallText)
  const [problem, setProblem] = useState('')
  const silenceOf = useSilence()
  const [silence, setSilence] = useState<ReturnType<typeof silenceOf>>({})
  const isChanged = hasGreetingChanged(draft, greeting) || missed !== greeting.missedCallText
  const question = useLeaveGuard(isChanged)
  function change(next: ByHoursDraft): void {
    setSilence({})
    setDraft(next)
  }
  async function keep(event: FormEvent): Promise<void> {
    event.preventDefault()
    // Without a greeting of its own, the organization uses the default one.
    const problems = silenceOf(draft, true)
    if (Object.keys(problems).length > 0) return setSilence(problems)
    const { error } = await save({ ...greetingFrom(draft), missedCallText: missed.trim() })
    setProblem(error ? messageFor(error) : '')
    if (!error) toast.api({ title: t`Saved`, message: t`Callers now hear the new greeting.` }, 'OK')
  }
  return (
    <form className={classes.form} onSubmit={(event) => void keep(event)}>
      {question}
      <ByHoursFields draft={draft} onChange={change} hours={hours} problems={silence} />
      <Textarea
        label={t`Missed-call text`}
        description={t`Sent at most once a day to a caller who doesn't leave a message. Leave blank to turn off.`}
        value={missed}
        onChange={(event) => setMissed(event.currentTarget.value)}
        maxLength={300}
        autosize
        minRows={2}
        dir="auto"
      />
      {isChanged && (
        <SaveBar
          onDiscard={() => {
            setDraft(draftOf(greeting))
            setMissed(greeting.missedCallText)
            setProblem('')
            setSilence({})
          }}
          isSending={isLoading}
          problem={problem}
        />
      )}
    </form>
  )
}

/** The call settings: the greeting before the tone, and the text to callers who leave no voicemail. */
export function GreetingCard({ greeting, hours, isForAll }: GreetingCardProps) {
  const { t } = useLingui()
  const { words, file, closed, holiday, missedCallText } = greeting
  // Saving a greeting resets the fields.
  const greetings = [{ words, file }, closed, holiday].map((item) => [item?.words, item?.file?.id])
  const saved = JSON.stringify([greetings, missedCallText])
  return (
    <SettingsCard
      id="calls"
      title={t`Incoming calls`}
      text={
        isForAll ? (
          <Trans>Calls to your numbers go to voicemail in your inbox.</Trans>
        ) : (
          <Trans>Calls go to voicemail in your inbox, except to numbers where they aren't answered.</Trans>
        )
      }
    >
      <GreetingForm key={saved} greeting={greeting} hours={hours} />
    </SettingsCard>
  )
}
