import { MESSAGE_MAX_CHARACTERS } from '@crewline/contract/limits'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Modal, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useCreateKeywordMutation, useEditKeywordMutation, type Keyword } from '../api.ts'
import { refusalOf } from '../../../shared/api/send.ts'
import { SubmitButton } from '../../../shared/ui/form/SubmitButton.tsx'
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
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    setSubmitted(true)
    if (word.trim() === '' || reply.trim() === '') return
    const draft = { word: word.trim(), match, reply: reply.trim() }
    const { error } = await (keyword ? edit({ id: keyword.id, change: draft }) : create(draft))
    if (error) refused(error)
    else onClose()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={keyword ? t`Edit keyword` : t`Add keyword`}
      size={480}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
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
          {problem.form && (
            <Text c="var(--mantine-color-error)" size="sm" role="alert">
              {problem.form}
            </Text>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <SubmitButton isSending={created.isLoading || edited.isLoading}>
              <Trans>Save keyword</Trans>
            </SubmitButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
