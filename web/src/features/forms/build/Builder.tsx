import type { FormContent, FormLanguage } from '@crewline/contract/form-content'
import type { Form } from '@crewline/contract/forms'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { isRefusal } from '../../../shared/api/send.ts'
import { useCan } from '../../../shared/lib/session/select.ts'
import { Banner } from '../../../shared/ui/feedback/Banner.tsx'
import { SaveBar } from '../../../shared/ui/form/SaveBar.tsx'
import { useLeaveGuard } from '../../../shared/ui/form/useLeaveGuard.tsx'
import { useVersionedDraft } from '../../../shared/ui/form/useVersionedDraft.ts'
import { toast } from '../../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import { useChangeFormMutation, usePublishFormMutation } from '../api.ts'
import { contentOf } from '../form-rules.ts'
import classes from '../Forms.module.css'
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
  const messageFor = useErrorText()
  const [change, { isLoading }] = useChangeFormMutation()
  const [publish, { isLoading: isPublishing }] = usePublishFormMutation()
  const draft = useVersionedDraft({ fields: saved, version: form.version })
  const { content, setContent, isChanged } = draft
  const [wanted, setWanted] = useState<FormLanguage>(saved.languages[0] ?? 'en')
  const [openId, setOpenId] = useState<string | undefined>()
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [problem, setProblem] = useState('')
  const editor = useRef<HTMLFormElement>(null)
  const [refusals, setRefusals] = useState(0)
  useEffect(() => {
    // The first wrong field in the order of the page; of a question, which opens with its problem, its text.
    if (refusals > 0) editor.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-bad] input')?.focus()
  }, [refusals])
  const question = useLeaveGuard(isChanged)
  const language = content.languages.includes(wanted) ? wanted : (content.languages[0] ?? 'en')
  const isLive = form.status === 'open' && form.publishedVersion === form.version
  function edit(changes: Partial<FormContent>): void {
    draft.edit(changes)
    setProblem('')
    setErrors((now) =>
      Object.fromEntries(
        Object.entries(now).filter(([field]) => !Object.keys(changes).some((key) => field.split('.')[0] === key)),
      ),
    )
  }
  function refuse(error: unknown): void {
    const fields = isRefusal(error) ? (error.fieldErrors ?? {}) : {}
    setErrors(fields)
    const isOutdated = isRefusal(error) && error.code === 'outdated'
    if (isOutdated) draft.adoptNext()
    setProblem(
      isOutdated ? t`A teammate changed this while you were editing. Review it, then save again.` : messageFor(error),
    )
    const firstBad = Object.keys(fields).find((field) => field.startsWith('questions.'))
    if (firstBad) setOpenId(firstBad.split('.')[1])
    setRefusals((count) => count + 1)
  }
  async function save(event: FormEvent): Promise<void> {
    event.preventDefault()
    const { data, error } = await change({ id: form.id, body: { ...content, version: draft.version } })
    if (!data) return refuse(error)
    draft.settle({ fields: contentOf(data), version: data.version }, content)
    toast.api({ title: t`Saved`, message: t`People see the change when you publish it.` }, 'OK')
  }
  async function goLive(): Promise<void> {
    const { error } = await publish({ id: form.id, version: form.version })
    if (error) refuse(error)
    else toast.api({ title: t`Published`, message: t`People can answer now. Text the form or share its link.` }, 'OK')
  }
  const cards: CardProps = { content, onChange: edit, language, errors, isReadOnly }
  return (
    <form ref={editor} className={classes.editor} onSubmit={(event) => void save(event)} noValidate>
      {question}
      <div className={classes.cards}>
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
        {isChanged && !isReadOnly && (
          <SaveBar
            onDiscard={() => {
              draft.discard()
              setErrors({})
              setProblem('')
            }}
            isSending={isLoading}
            problem={problem}
          />
        )}
      </div>
      <Preview content={content} language={language} questionId={openId} />
    </form>
  )
}
