import type { Celebration, CelebrationContent, CelebrationLanguage } from '@crewline/contract/celebrations'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { useContentEditor } from '../../shared/ui/builder/useContentEditor.ts'
import { SaveBar } from '../../shared/ui/form/SaveBar.tsx'
import { useLeaveGuard } from '../../shared/ui/form/useLeaveGuard.tsx'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { useAttachments } from '../files/index.ts'
import { useSaveCelebrationMutation } from './api.ts'
import { NewsCard } from './cards/NewsCard.tsx'
import { TextsCard } from './cards/TextsCard.tsx'
import { WhatCard } from './cards/WhatCard.tsx'
import { WhenCard } from './cards/WhenCard.tsx'
import { WhoCard } from './cards/WhoCard.tsx'
import { contentOf, languagesOf, writtenTexts } from './celebration-rules.ts'
import classes from './Celebrations.module.css'
import { Preview } from './Preview.tsx'
import { useCanEditCelebrations } from './useCanEditCelebrations.ts'

/** What every card of the editor gets. */
export interface CardProps {
  content: CelebrationContent
  onChange: (changes: Partial<CelebrationContent>) => void
  errors: Readonly<Record<string, string>>
  isReadOnly: boolean
}

/** Edits a celebration: cards at the start, and the text as a person gets it at the end. */
export function Editor({ saved, celebration }: { saved: CelebrationContent; celebration?: Celebration }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const isReadOnly = !useCanEditCelebrations()
  const [save, { isLoading }] = useSaveCelebrationMutation()
  const editor = useContentEditor({ fields: saved, version: celebration?.version ?? 0 })
  const { content, errors, problem } = editor
  const [language, setLanguage] = useState<CelebrationLanguage>(languagesOf(saved.texts)[0] ?? 'en')
  const [leftOut, setLeftOut] = useState(0)
  const [isLeaving, setLeaving] = useState(false)
  const picture = useAttachments(`celebration/${celebration?.id ?? 'new'}`)
  const { clear, putBack } = picture
  const media = celebration?.media
  const storedIds = (media ?? []).map(({ id }) => id).join()
  const chosenIds = picture.ready.map(({ id }) => id).join()
  const shownIds = useRef<string>(undefined)
  useEffect(() => {
    const before = shownIds.current
    if (before === storedIds) return
    shownIds.current = storedIds
    // A picture that was chosen here stays, also when a teammate stored another one.
    if (before !== undefined && chosenIds !== before) return
    clear()
    putBack(media ?? [])
  }, [clear, putBack, media, storedIds, chosenIds])
  const edited = { ...content, mediaIds: picture.ready.map(({ id }) => id) }
  const isChanged = JSON.stringify(edited) !== JSON.stringify(saved)
  const question = useLeaveGuard(isChanged && !isLeaving)
  function change(changes: Partial<CelebrationContent>): void {
    editor.edit(changes)
    setLeftOut(0)
  }
  async function keep(event: FormEvent): Promise<void> {
    event.preventDefault()
    const body = { ...edited, texts: writtenTexts(edited.texts) }
    const answer = await save({
      id: celebration?.id,
      body: { ...body, ...(celebration && { version: editor.version }) },
    })
    if (!answer.data) {
      editor.refuse(answer.error)
      return
    }
    const { celebration: stored, ...saving } = answer.data
    setLeftOut(saving.leftOut)
    toast.api({ title: t`Saved`, message: t`The celebration was saved.` }, 'OK')
    if (celebration) return editor.settle({ fields: contentOf(stored), version: stored.version }, edited)
    setLeaving(true)
    const { id } = stored
    // The guard is released with the next render.
    setTimeout(() => void navigate(`/dashboard/apps/birthday/${id}`, { replace: true }))
  }
  const cards: CardProps = { content, onChange: change, errors, isReadOnly }
  return (
    <form className={classes.editor} onSubmit={(event) => void keep(event)} noValidate>
      {question}
      <div className={classes.cards}>
        <WhatCard {...cards} isNew={celebration === undefined} />
        <TextsCard {...cards} language={language} onLanguage={setLanguage} picture={picture} />
        <WhenCard {...cards} leftOut={leftOut} />
        <WhoCard {...cards} />
        <NewsCard {...cards} />
        {(isChanged || celebration === undefined) && !isReadOnly && (
          <SaveBar
            onDiscard={() => {
              editor.discard()
              clear()
              putBack(media ?? [])
            }}
            isNew={celebration === undefined && !isChanged}
            isSending={isLoading || picture.isUploading}
            problem={problem}
          />
        )}
      </div>
      <Preview
        content={content}
        language={language}
        picture={picture.list[0]}
        celebration={celebration}
        isChanged={isChanged}
      />
    </form>
  )
}
