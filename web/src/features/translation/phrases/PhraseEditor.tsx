import { languageName } from '@crewline/contract/formats'
import { flowLanguages, type FlowLanguage } from '@crewline/contract/flow-languages'
import { PHRASE_MAX_CHARACTERS, PHRASE_SLOTS } from '@crewline/contract/translation-limits'
import { Trans, useLingui } from '@lingui/react/macro'
import { Switch, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { isRefusal } from '../../../shared/api/send.ts'
import { FormDialog } from '../../../shared/ui/overlay/FormDialog.tsx'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import { useCreatePhraseMutation, useEditPhraseMutation, type Phrase } from './phrases-api.ts'

export interface PhraseEditorProps {
  /** The phrase to edit; absent for a new one. */
  phrase: Phrase | undefined
  onClose: () => void
}

type Texts = Partial<Record<FlowLanguage, string>>

const slots = PHRASE_SLOTS.map((slot) => `{${slot}}`).join(' ')

/** The form of a phrase: its text in each language, and whether it is about safety. */
export default function PhraseEditor({ phrase, onClose }: PhraseEditorProps) {
  const { t, i18n } = useLingui()
  const messageFor = useErrorText()
  const before: Texts = Object.fromEntries((phrase?.texts ?? []).map(({ language, text }) => [language, text]))
  const [texts, setTexts] = useState<Texts>(before)
  const [isSafety, setSafety] = useState(phrase?.isSafety ?? false)
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [create, created] = useCreatePhraseMutation()
  const [edit, edited] = useEditPhraseMutation()

  async function submit(): Promise<void> {
    const filled = flowLanguages.map((language) => [language, (texts[language] ?? '').trim()] as const)
    if (filled.every(([, text]) => text === '')) return setProblems({ form: t`Write it in at least one language.` })
    // Only what was changed here, so that a teammate who edits another language at the same time loses nothing.
    const changed = Object.fromEntries(filled.filter(([language, text]) => text !== (before[language] ?? '')))
    const { error } = await (phrase
      ? edit({ id: phrase.id, change: { isSafety, texts: changed } })
      : create({ isSafety, texts: changed }))
    if (!error) return onClose()
    setProblems((isRefusal(error) && error.fieldErrors) || { form: messageFor(error) })
  }
  return (
    <FormDialog
      title={phrase ? t`Edit phrase` : t`Add phrase`}
      size={560}
      submit={t`Save phrase`}
      isSending={created.isLoading || edited.isLoading}
      problem={problems['form'] ?? problems['texts']}
      onSubmit={submit}
      onClose={onClose}
      values={{ texts, isSafety }}
    >
      <Text size="sm" c="dimmed">
        <Trans>
          Write one sentence. Where a time, a name, or a number changes, use a slot: <span translate="no">{slots}</span>
        </Trans>
      </Text>
      {flowLanguages.map((language, at) => (
        <Textarea
          key={language}
          label={languageName(language, i18n.locale)}
          lang={language}
          dir="auto"
          autosize
          minRows={1}
          maxRows={4}
          maxLength={PHRASE_MAX_CHARACTERS}
          value={texts[language] ?? ''}
          error={problems[`texts.${language}`]}
          onChange={({ currentTarget: { value } }) => setTexts((now) => ({ ...now, [language]: value }))}
          {...(at === 0 && { 'data-autofocus': true })}
        />
      ))}
      <Switch
        label={t`About safety`}
        description={t`Used for texts about danger. A teammate other than the writer has to review it.`}
        checked={isSafety}
        onChange={(event) => setSafety(event.currentTarget.checked)}
      />
      {phrase && (
        <Text size="sm" c="dimmed">
          <Trans>A language you change isn't used until it's reviewed again.</Trans>
        </Text>
      )}
    </FormDialog>
  )
}
