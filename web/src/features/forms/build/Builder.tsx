import type { FormContent, FormLanguage } from '@crewline/contract/form-content'
import type { Form } from '@crewline/contract/forms'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useCan } from '../../../shared/lib/session/select.ts'
import { BuilderForm } from '../../../shared/ui/builder/BuilderForm.tsx'
import { useContentEditor } from '../../../shared/ui/builder/useContentEditor.ts'
import { Banner } from '../../../shared/ui/feedback/Banner.tsx'
import { SaveBar } from '../../../shared/ui/form/SaveBar.tsx'
import { useLeaveGuard } from '../../../shared/ui/form/useLeaveGuard.tsx'
import { toast } from '../../../shared/ui/toast/toast.tsx'
import { useChangeFormMutation, usePublishFormMutation } from '../api.ts'
import { contentOf } from '../form-rules.ts'
import { ActionsCard } from './ActionsCard.tsx'
import { Preview } from './Preview.tsx'
import { QuestionsCard } from './QuestionsCard.tsx'
import { RulesCard } from './RulesCard.tsx'
import { TextsCard } from './TextsCard.tsx'

/** What every card of the builder gets. */
export interface CardProps {
  content: FormContent
  onChange: (changes: Partial<FormContent>) => void
  /** The language whose texts are edited. */
  language: FormLanguage
  errors: Readonly<Record<string, string>>
  isReadOnly: boolean
}

/** Edits a form: cards at the start, and the page as people will see it at the end. */
export function Builder({ form, saved }: { form: Form; saved: FormContent }) {
  const { t } = useLingui()
  const isReadOnly = !useCan('replies.manage')
  const [change, { isLoading }] = useChangeFormMutation()
  const [publish, { isLoading: isPublishing }] = usePublishFormMutation()
  const editor = useContentEditor({ fields: saved, version: form.version })
  const { content, setContent, isChanged, errors, problem } = editor
  const [wanted, setWanted] = useState<FormLanguage>(saved.languages[0] ?? 'en')
  const [openId, setOpenId] = useState<string | undefined>()
  const element = useRef<HTMLFormElement>(null)
  const [refusals, setRefusals] = useState(0)
  useEffect(() => {
    // The first wrong field in the order of the page; of a question, which opens with its problem, its text.
    if (refusals > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-bad] input')?.focus()
  }, [refusals])
  const question = useLeaveGuard(isChanged)
  const language = content.languages.includes(wanted) ? wanted : (content.languages[0] ?? 'en')
  const isLive = form.status === 'open' && form.publishedVersion === form.version
  function refuse(error: unknown): void {
    const firstBad = Object.keys(editor.refuse(error)).find((field) => field.startsWith('questions.'))
    if (firstBad) setOpenId(firstBad.split('.')[1])
    setRefusals((count) => count + 1)
  }
  async function save(): Promise<void> {
    const { data, error } = await change({ id: form.id, body: { ...content, version: editor.version } })
    if (!data) return refuse(error)
    editor.settle({ fields: contentOf(data), version: data.version }, content)
    toast.api({ title: t`Saved`, message: t`People see the change when you publish it.` }, 'OK')
  }
  async function goLive(): Promise<void> {
    const { error } = await publish({ id: form.id, version: form.version })
    if (error) refuse(error)
    else toast.api({ title: t`Published`, message: t`People can answer now. Text the form or share its link.` }, 'OK')
  }
  const cards: CardProps = { content, onChange: editor.edit, language, errors, isReadOnly }
  return (
    <BuilderForm
      ref={element}
      onSave={save}
      preview={<Preview content={content} language={language} questionId={openId} />}
    >
      {question}
      {!isReadOnly && !isChanged && !isLive && (
        <div>
          <Button loading={isPublishing} onClick={() => void goLive()}>
            {form.publishedVersion === null ? <Trans>Publish</Trans> : <Trans>Publish changes</Trans>}
          </Button>
        </div>
      )}
      {problem !== '' && !isChanged && <Banner tone="warn">{problem}</Banner>}
      <TextsCard {...cards} onLanguage={setWanted} onFill={setContent} />
      <QuestionsCard {...cards} openId={openId} onOpen={setOpenId} />
      <RulesCard {...cards} isPublished={form.publishedVersion !== null} />
      <ActionsCard {...cards} />
      {isChanged && !isReadOnly && <SaveBar onDiscard={editor.discard} isSending={isLoading} problem={problem} />}
    </BuilderForm>
  )
}
