import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { announce } from '../../../shared/ui/feedback/announce.ts'
import { SubmitButton } from '../../../shared/ui/form/SubmitButton.tsx'
import { useUnsaved } from '../../../shared/ui/form/useUnsaved.ts'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import { useSetLineGreetingMutation, type Greetings } from './api.ts'
import classes from './Calls.module.css'
import { ByHoursFields } from './ByHoursFields.tsx'
import { draftOf, greetingFrom, nothingSaved, type ByHoursDraft } from './greeting-draft.ts'
import { useSilence } from './useSilence.ts'

export interface LineGreetingFormProps {
  lineId: string
  /** The current greeting of the number; absent while it uses the shared one. */
  greeting: Greetings['lines'][number] | undefined
  hours: Greetings['hours']
  onClose: () => void
}

/** Sets a separate greeting for callers of one number. */
export function LineGreetingForm({ lineId, greeting: own, hours, onClose }: LineGreetingFormProps) {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const [save, { isLoading }] = useSetLineGreetingMutation()
  const [draft, setDraft] = useState(() => draftOf(own ?? nothingSaved))
  const unsaved = useUnsaved(draft)
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
    const problems = silenceOf(draft, false)
    if (Object.keys(problems).length > 0) return setSilence(problems)
    const { error } = await save({ lineId, ...greetingFrom(draft) })
    if (error) return setProblem(messageFor(error))
    announce(t`Saved`)
    unsaved.done(onClose)
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
        <Button variant="default" onClick={() => unsaved.leave(onClose)}>
          <Trans>Cancel</Trans>
        </Button>
        <SubmitButton isSending={isLoading}>
          <Trans>Save greeting</Trans>
        </SubmitButton>
      </div>
      {unsaved.question}
    </form>
  )
}
