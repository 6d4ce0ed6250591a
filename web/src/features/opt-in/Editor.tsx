import type { OptInContent, OptInPage, PageLanguage } from '@crewline/contract/opt-in'
import { useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { isRefusal } from '../../shared/api/send.ts'
import { useCan } from '../../shared/lib/session/select.ts'
import { SaveBar } from '../../shared/ui/form/SaveBar.tsx'
import { useLeaveGuard } from '../../shared/ui/form/useLeaveGuard.tsx'
import { useVersionedDraft } from '../../shared/ui/form/useVersionedDraft.ts'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { useSaveOptInPageMutation } from './api.ts'
import { Checks } from './Checks.tsx'
import { FieldsCard } from './cards/FieldsCard.tsx'
import { ConsentCard } from './cards/ConsentCard.tsx'
import { ThenCard } from './cards/ThenCard.tsx'
import { WebsiteCard } from './cards/WebsiteCard.tsx'
import { WordsCard } from './cards/WordsCard.tsx'
import { contentOf } from './opt-in-rules.ts'
import classes from './OptIn.module.css'
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
  const messageFor = useErrorText()
  const [save, { isLoading }] = useSaveOptInPageMutation()
  const draft = useVersionedDraft({ fields: saved, version: page?.version ?? 0 })
  const { content, isChanged } = draft
  const [language, setLanguage] = useState<PageLanguage>(saved.languages[0] ?? 'en')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [problem, setProblem] = useState('')
  const [isLeaving, setLeaving] = useState(false)
  const question = useLeaveGuard(isChanged && !isLeaving)
  const shown = content.languages.includes(language) ? language : (content.languages[0] ?? 'en')
  function change(changes: Partial<OptInContent>): void {
    draft.edit(changes)
    setProblem('')
    setErrors((now) => Object.fromEntries(Object.entries(now).filter(([field]) => !(field in changes))))
  }
  async function keep(event: FormEvent): Promise<void> {
    event.preventDefault()
    const answer = await save({ id: page?.id, body: { ...content, ...(page && { version: draft.version }) } })
    if (answer.error) {
      const fields = isRefusal(answer.error) ? (answer.error.fieldErrors ?? {}) : {}
      setErrors(fields)
      const isOutdated = isRefusal(answer.error) && answer.error.code === 'outdated'
      if (isOutdated) draft.adoptNext()
      setProblem(
        isOutdated
          ? t`A teammate changed this while you were editing. Review it, then save again.`
          : messageFor(answer.error),
      )
      return
    }
    toast.api({ title: t`Saved`, message: t`The page was saved.` }, 'OK')
    if (page) return draft.settle({ fields: contentOf(answer.data), version: answer.data.version }, content)
    setLeaving(true)
    const { id } = answer.data
    // The guard is released with the next render.
    setTimeout(() => void navigate(`/dashboard/apps/contactoptin/${id}`, { replace: true }))
  }
  const cards: CardProps = { content, onChange: change, language: shown, errors, isReadOnly }
  return (
    <form className={classes.editor} onSubmit={(event) => void keep(event)} noValidate>
      {question}
      <div className={classes.cards}>
        <WordsCard {...cards} onLanguage={setLanguage} isNew={page === undefined} />
        <FieldsCard {...cards} />
        <ConsentCard {...cards} consent={page?.consent[shown]} />
        <ThenCard {...cards} />
        <WebsiteCard {...cards} />
        {page && <Checks checks={page.checks} />}
        {(isChanged || page === undefined) && !isReadOnly && (
          <SaveBar
            onDiscard={() => {
              draft.discard()
              setErrors({})
              setProblem('')
            }}
            isNew={page === undefined && !isChanged}
            isSending={isLoading}
            problem={problem}
          />
        )}
      </div>
      <Preview content={content} language={shown} />
    </form>
  )
}
