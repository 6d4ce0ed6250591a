import { MESSAGE_MAX_CHARACTERS } from '@crewline/contract/limits'
import { useLingui } from '@lingui/react/macro'
import { Select, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useCreateKeywordMutation, useEditKeywordMutation, type Keyword } from '../api.ts'
import { refusalOf } from '../../../shared/api/send.ts'
import { FormDialog } from '../../../shared/ui/overlay/FormDialog.tsx'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'

export interface KeywordEditorProps {
  /** The keyword to edit; absent for a new one. */
  keyword: Keyword | undefined
  onClose: () => void
}

const wordMax = 40

/** The form of a keyword: the word, when it matches, and its reply. */
export default function KeywordEditor({ keyword, onClose }: KeywordEditorProps) {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const [word, setWord] = useState(keyword?.word ?? '')
  const [match, setMatch] = useState<Keyword['match']>(keyword?.match ?? 'only')
  const [reply, setReply] = useState(keyword?.reply ?? '')
  const [isSubmitted, setSubmitted] = useState(false)
  const [problem, setProblem] = useState({ word: '', form: '' })
  const [create, created] = useCreateKeywordMutation()
  const [edit, edited] = useEditKeywordMutation()

  function refused(error: unknown): void {
    switch (refusalOf<'createKeyword' | 'editKeyword'>(error)?.code) {
      case 'word_reserved':
        return setProblem({ word: t`This word is reserved by law, like STOP or HELP. Choose another.`, form: '' })
      case 'name_taken':
        return setProblem({ word: t`This keyword already exists. Enter another.`, form: '' })
      default:
        setProblem({ word: '', form: messageFor(error) })
    }
  }
  async function submit(): Promise<void> {
    setSubmitted(true)
    if (word.trim() === '' || reply.trim() === '') return
    const draft = { word: word.trim(), match, reply: reply.trim() }
    const { error } = await (keyword ? edit({ id: keyword.id, change: draft }) : create(draft))
    if (error) refused(error)
    else onClose()
  }
  return (
    <FormDialog
      title={keyword ? t`Edit keyword` : t`Add keyword`}
      size={480}
      submit={t`Save keyword`}
      isSending={created.isLoading || edited.isLoading}
      problem={problem.form}
      onSubmit={submit}
      onClose={onClose}
      values={{ word, match, reply }}
    >
      <TextInput
        label={t`Keyword`}
        value={word}
        onChange={(event) => setWord(event.currentTarget.value)}
        maxLength={wordMax}
        autoCapitalize="characters"
        error={(isSubmitted && word.trim() === '' && t`Enter a keyword.`) || problem.word}
        data-autofocus
      />
      <Select
        label={t`Reply when`}
        value={match}
        onChange={(value) => setMatch(value === 'first' || value === 'contains' ? value : 'only')}
        data={[
          { value: 'only', label: t`The message is only this keyword` },
          { value: 'first', label: t`The message starts with it` },
          { value: 'contains', label: t`The message contains it` },
        ]}
        allowDeselect={false}
      />
      <Textarea
        label={t`Automatic reply`}
        value={reply}
        onChange={(event) => setReply(event.currentTarget.value)}
        maxLength={MESSAGE_MAX_CHARACTERS}
        autosize
        minRows={3}
        maxRows={10}
        dir="auto"
        error={isSubmitted && reply.trim() === '' && t`Enter the reply.`}
      />
    </FormDialog>
  )
}
