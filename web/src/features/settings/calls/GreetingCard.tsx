import { Trans, useLingui } from '@lingui/react/macro'
import { Textarea } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { SaveBar } from '../../../shared/ui/SaveBar.tsx'
import { toast } from '../../../shared/ui/toast.tsx'
import { useLeaveGuard } from '../../../shared/ui/useLeaveGuard.tsx'
import { useRefusalWords } from '../../../shared/ui/useRefusalWords.ts'
import { SettingsCard } from '../SettingsCard.tsx'
import classes from './Calls.module.css'
import { useSetGreetingMutation, type Greetings } from './api.ts'
import { ByHoursFields } from './ByHoursFields.tsx'
import { draftOf, greetingFrom, isOther, type ByHoursDraft } from './greeting-draft.ts'
import { useSilence } from './useSilence.ts'

export interface GreetingCardProps {
  greeting: Greetings['greeting']
  hours: Greetings['hours']
}

function GreetingForm({ greeting, hours }: GreetingCardProps) {
  const { t } = useLingui()
  const wordsFor = useRefusalWords()
  const [save, { isLoading }] = useSetGreetingMutation()
  const [draft, setDraft] = useState(() => draftOf(greeting))
  const [missed, setMissed] = useState(greeting.missedCallText)
  const [problem, setProblem] = useState('')
  const silenceOf = useSilence()
  const [silence, setSilence] = useState<ReturnType<typeof silenceOf>>({})
  const isChanged = isOther(draft, greeting) || missed !== greeting.missedCallText
  const question = useLeaveGuard(isChanged)
  function change(next: ByHoursDraft): void {
    setSilence({})
    setDraft(next)
  }
  async function keep(event: FormEvent): Promise<void> {
    event.preventDefault()
    // Without words of its own callers hear those of the house.
    const silent = silenceOf(draft, true)
    if (Object.keys(silent).length > 0) return setSilence(silent)
    const { error } = await save({ ...greetingFrom(draft), missedCallText: missed.trim() })
    setProblem(error ? wordsFor(error) : '')
    if (!error) toast.api({ title: t`Saved`, message: t`Callers hear the new greeting.` }, 'OK')
  }
  return (
    <form className={classes.form} onSubmit={(event) => void keep(event)}>
      {question}
      <ByHoursFields draft={draft} onChange={change} hours={hours} problems={silence} />
      <Textarea
        label={t`Text to who hangs up`}
        description={t`Goes once a day to a caller who left no message. Leave it empty to send none.`}
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

/** What happens when somebody calls: the greeting before the tone, and the text to who left nothing. */
export function GreetingCard({ greeting, hours }: GreetingCardProps) {
  const { t } = useLingui()
  const { words, file, closed, holiday, missedCallText } = greeting
  // A saved greeting fills the fields anew.
  const heard = [{ words, file }, closed, holiday].map((one) => [one?.words, one?.file?.id])
  const saved = JSON.stringify([heard, missedCallText])
  return (
    <SettingsCard
      id="calls"
      title={t`When somebody calls`}
      text={<Trans>Calls to your numbers become voicemails in the inbox.</Trans>}
    >
      <GreetingForm key={saved} greeting={greeting} hours={hours} />
    </SettingsCard>
  )
}
