import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { announce } from '../../../shared/ui/announce.ts'
import { SubmitButton } from '../../../shared/ui/SubmitButton.tsx'
import { useRefusalWords } from '../../../shared/ui/useRefusalWords.ts'
import { useSetLineGreetingMutation, type Greetings } from './api.ts'
import classes from './Calls.module.css'
import { ByHoursFields } from './ByHoursFields.tsx'
import { draftOf, greetingFrom, nothingSaved, type ByHoursDraft } from './greeting-draft.ts'
import { useSilence } from './useSilence.ts'

export interface OwnGreetingFormProps {
  lineId: string
  /** What callers of the number hear instead now; absent while they hear what all others hear. */
  own: Greetings['lines'][number] | undefined
  hours: Greetings['hours']
  onClose: () => void
}

/** Sets what callers of one number hear instead of what all others hear. */
export function OwnGreetingForm({ lineId, own, hours, onClose }: OwnGreetingFormProps) {
  const { t } = useLingui()
  const wordsFor = useRefusalWords()
  const [save, { isLoading }] = useSetLineGreetingMutation()
  const [draft, setDraft] = useState(() => draftOf(own ?? nothingSaved))
  const silenceOf = useSilence()
  const [silence, setSilence] = useState<ReturnType<typeof silenceOf>>({})
  const [problem, setProblem] = useState('')
  function change(next: ByHoursDraft): void {
    setSilence({})
    setProblem('')
    setDraft(next)
  }
  async function keep(event: FormEvent): Promise<void> {
    event.preventDefault()
    const silent = silenceOf(draft, false)
    if (Object.keys(silent).length > 0) return setSilence(silent)
    const { error } = await save({ lineId, ...greetingFrom(draft) })
    if (error) return setProblem(wordsFor(error))
    announce(t`Saved`)
    onClose()
  }
  return (
    <form className={classes.form} onSubmit={(event) => void keep(event)} noValidate>
      <ByHoursFields draft={draft} onChange={change} hours={hours} problems={silence} />
      {problem && (
        <p className={classes.bad} role="alert">
          {problem}
        </p>
      )}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <SubmitButton isSending={isLoading}>
          <Trans>Save greeting</Trans>
        </SubmitButton>
      </div>
    </form>
  )
}
