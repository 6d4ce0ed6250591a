import { Trans, useLingui } from '@lingui/react/macro'
import { Textarea } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { SaveBar } from '../../../shared/ui/SaveBar.tsx'
import { toast } from '../../../shared/ui/toast.tsx'
import { useRefusalWords } from '../../../shared/ui/useRefusalWords.ts'
import { SettingsCard } from '../SettingsCard.tsx'
import classes from './Calls.module.css'
import { useSetGreetingMutation, type Greetings } from './api.ts'
import { draftOf, greetingFrom, isOther, isSilent, type GreetingDraft } from './greeting-draft.ts'
import { GreetingFields } from './GreetingFields.tsx'

type Greeting = Greetings['greeting']

function GreetingForm({ greeting }: { greeting: Greeting }) {
  const { t } = useLingui()
  const wordsFor = useRefusalWords()
  const [save, { isLoading }] = useSetGreetingMutation()
  const [draft, setDraft] = useState(() => draftOf(greeting))
  const [missed, setMissed] = useState(greeting.missedCallText)
  const [problem, setProblem] = useState('')
  const [silence, setSilence] = useState('')
  const isChanged = isOther(draft, greeting) || missed !== greeting.missedCallText
  function change(part: Partial<GreetingDraft>): void {
    setSilence('')
    setDraft({ ...draft, ...part })
  }
  async function keep(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (draft.kind === 'recording' && isSilent(draft)) return setSilence(t`Record a greeting or choose a file first.`)
    const { error } = await save({ ...greetingFrom(draft), missedCallText: missed.trim() })
    setProblem(error ? wordsFor(error) : '')
    if (!error) toast.api({ title: t`Saved`, message: t`Callers hear the new greeting.` }, 'OK')
  }
  return (
    <form className={classes.form} onSubmit={(event) => void keep(event)}>
      <GreetingFields draft={draft} onChange={change} problem={silence} />
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
            setSilence('')
          }}
          isSending={isLoading}
          problem={problem}
        />
      )}
    </form>
  )
}

/** What happens when somebody calls: the greeting before the tone, and the text to who left nothing. */
export function GreetingCard({ greeting }: { greeting: Greeting }) {
  const { t } = useLingui()
  return (
    <SettingsCard
      id="calls"
      title={t`When somebody calls`}
      text={<Trans>Calls to your numbers become voicemails in the inbox.</Trans>}
    >
      {/* A saved greeting fills the fields anew. */}
      <GreetingForm key={`${greeting.words}|${greeting.file?.id}|${greeting.missedCallText}`} greeting={greeting} />
    </SettingsCard>
  )
}
