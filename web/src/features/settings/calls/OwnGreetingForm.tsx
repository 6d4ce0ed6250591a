import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { announce } from '../../../shared/ui/announce.ts'
import { SubmitButton } from '../../../shared/ui/SubmitButton.tsx'
import { useRefusalWords } from '../../../shared/ui/useRefusalWords.ts'
import { useSetLineGreetingMutation, type Greetings } from './api.ts'
import classes from './Calls.module.css'
import { draftOf, greetingFrom, isSilent, type GreetingDraft } from './greeting-draft.ts'
import { GreetingFields } from './GreetingFields.tsx'

export interface OwnGreetingFormProps {
  lineId: string
  /** What callers of the number hear instead now; absent while they hear what all others hear. */
  own: Greetings['lines'][number] | undefined
  onClose: () => void
}

/** Sets what callers of one number hear instead of what all others hear. */
export function OwnGreetingForm({ lineId, own, onClose }: OwnGreetingFormProps) {
  const { t } = useLingui()
  const wordsFor = useRefusalWords()
  const [save, { isLoading }] = useSetLineGreetingMutation()
  const [draft, setDraft] = useState(() => draftOf(own ?? { words: '', file: null }))
  const [problem, setProblem] = useState('')
  function change(part: Partial<GreetingDraft>): void {
    setProblem('')
    setDraft({ ...draft, ...part })
  }
  async function keep(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isSilent(draft))
      return setProblem(
        draft.kind === 'words' ? t`Write what callers hear.` : t`Record a greeting or choose a file first.`,
      )
    const { error } = await save({ lineId, ...greetingFrom(draft) })
    if (error) return setProblem(wordsFor(error))
    announce(t`Saved`)
    onClose()
  }
  return (
    <form className={classes.form} onSubmit={(event) => void keep(event)} noValidate>
      <GreetingFields draft={draft} onChange={change} problem={problem} />
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
