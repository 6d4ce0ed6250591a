import { Trans, useLingui } from '@lingui/react/macro'
import { Textarea } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import type { Reply } from '../../../shared/api/from-contract.ts'
import { SaveBar } from '../../../shared/ui/SaveBar.tsx'
import { toast } from '../../../shared/ui/toast.tsx'
import { useRefusalWords } from '../../../shared/ui/useRefusalWords.ts'
import { SettingsCard } from '../SettingsCard.tsx'
import { useGreetingQuery, useSetGreetingMutation } from './api.ts'

type Greeting = Reply<'greeting'>['greeting']

function GreetingForm({ greeting }: { greeting: Greeting }) {
  const { t } = useLingui()
  const wordsFor = useRefusalWords()
  const [save, { isLoading }] = useSetGreetingMutation()
  const [words, setWords] = useState(greeting.words)
  const [missed, setMissed] = useState(greeting.missedCallText)
  const [problem, setProblem] = useState('')
  const isChanged = words !== greeting.words || missed !== greeting.missedCallText
  async function keep(event: FormEvent): Promise<void> {
    event.preventDefault()
    const fileId = greeting.file?.id ?? null
    const { error } = await save({ words: words.trim(), fileId, missedCallText: missed.trim() })
    setProblem(error ? wordsFor(error) : '')
    if (!error) toast.api({ title: t`Saved`, message: t`Callers hear the new greeting.` }, 'OK')
  }
  return (
    <form onSubmit={(event) => void keep(event)}>
      <Textarea
        label={t`What callers hear`}
        description={t`A voice reads it before the tone. Callers leave up to 3 minutes.`}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
        maxLength={600}
        autosize
        minRows={2}
        mb={16}
      />
      <Textarea
        label={t`Text to who hangs up`}
        description={t`Goes once a day to a caller who left no message. Leave it empty to send none.`}
        value={missed}
        onChange={(event) => setMissed(event.currentTarget.value)}
        maxLength={300}
        autosize
        minRows={2}
      />
      {isChanged && (
        <SaveBar
          onDiscard={() => {
            setWords(greeting.words)
            setMissed(greeting.missedCallText)
            setProblem('')
          }}
          isSending={isLoading}
          problem={problem}
        />
      )}
    </form>
  )
}

/** What happens when somebody calls a number: the greeting before the tone, and the text to who left nothing. */
export function GreetingCard() {
  const { t } = useLingui()
  const { data } = useGreetingQuery()
  if (!data) return null
  const { greeting } = data
  return (
    <SettingsCard
      id="calls"
      title={t`When somebody calls`}
      text={<Trans>Calls to your numbers become voicemails in the inbox.</Trans>}
    >
      {/* A saved greeting fills the fields anew. */}
      <GreetingForm key={`${greeting.words}|${greeting.missedCallText}`} greeting={greeting} />
    </SettingsCard>
  )
}
