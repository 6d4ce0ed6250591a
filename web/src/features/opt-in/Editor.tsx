import type { OptInContent, OptInPage, PageLanguage } from '@crewline/contract/opt-in'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useCan } from '../../shared/lib/session/select.ts'
import { BuilderForm } from '../../shared/ui/builder/BuilderForm.tsx'
import { useContentEditor } from '../../shared/ui/builder/useContentEditor.ts'
import { SaveBar } from '../../shared/ui/form/SaveBar.tsx'
import { useLeaveGuard } from '../../shared/ui/form/useLeaveGuard.tsx'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { useSaveOptInPageMutation } from './api.ts'
import { Checks } from './Checks.tsx'
import { FieldsCard } from './cards/FieldsCard.tsx'
import { ConsentCard } from './cards/ConsentCard.tsx'
import { ThenCard } from './cards/ThenCard.tsx'
import { WebsiteCard } from './cards/WebsiteCard.tsx'
import { WordsCard } from './cards/WordsCard.tsx'
import { contentOf } from './opt-in-rules.ts'
import { Preview } from './Preview.tsx'

/** What every card of the editor gets. */
export interface CardProps {
  content: OptInContent
  onChange: (changes: Partial<OptInContent>) => void
  /** The language whose texts are edited. */
  language: PageLanguage
  errors: Readonly<Record<string, string>>
  isReadOnly: boolean
}

export interface EditorProps {
  saved: OptInContent
  /** The stored page; absent for a new one. */
  page?: OptInPage
}

/** Edits a page: cards at the start, and the page as people will see it at the end. */
export function Editor({ saved, page }: EditorProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const isReadOnly = !useCan('replies.manage')
  const [save, { isLoading }] = useSaveOptInPageMutation()
  const editor = useContentEditor({ fields: saved, version: page?.version ?? 0 })
  const { content, isChanged, errors, problem } = editor
  const [language, setLanguage] = useState<PageLanguage>(saved.languages[0] ?? 'en')
  const [isLeaving, setLeaving] = useState(false)
  const question = useLeaveGuard(isChanged && !isLeaving)
  const shown = content.languages.includes(language) ? language : (content.languages[0] ?? 'en')
  async function keep(): Promise<void> {
    const { data, error } = await save({ id: page?.id, body: { ...content, ...(page && { version: editor.version }) } })
    if (!data) {
      editor.refuse(error)
      return
    }
    toast.api({ title: t`Saved`, message: t`The page was saved.` }, 'OK')
    if (page) return editor.settle({ fields: contentOf(data), version: data.version }, content)
    setLeaving(true)
    const { id } = data
    // The guard is released with the next render.
    setTimeout(() => void navigate(`/dashboard/apps/contactoptin/${id}`, { replace: true }))
  }
  const cards: CardProps = { content, onChange: editor.edit, language: shown, errors, isReadOnly }
  return (
    <BuilderForm onSave={keep} preview={<Preview content={content} language={shown} />}>
      {question}
      <WordsCard {...cards} onLanguage={setLanguage} isNew={page === undefined} />
      <FieldsCard {...cards} />
      <ConsentCard {...cards} consent={page?.consent[shown]} />
      <ThenCard {...cards} />
      <WebsiteCard {...cards} />
      {page && <Checks checks={page.checks} />}
      {(isChanged || page === undefined) && !isReadOnly && (
        <SaveBar
          onDiscard={editor.discard}
          isNew={page === undefined && !isChanged}
          isSending={isLoading}
          problem={problem}
        />
      )}
    </BuilderForm>
  )
}
