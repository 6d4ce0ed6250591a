import { useRef, useState } from 'react'
import { newId } from '../../shared/lib/new-id.ts'
import { useRefusalWords } from '../../shared/ui/useRefusalWords.ts'
import { useWriteNoteMutation } from './api.ts'
import { tellSent } from './outbox.ts'
import { mentionedIn, type Named } from './trigger.ts'
import type { Draft } from './useDraft.ts'

export interface NoteSending {
  save: () => Promise<void>
  mention: (named: Named) => void
  isBusy: boolean
  problem: string
}

/** Writes a note into a thread; the words stay until the server has them, and a second try is the same note. */
export function useNoteSending(contactId: string, draft: Draft): NoteSending {
  const [write, { isLoading }] = useWriteNoteMutation()
  const wordsFor = useRefusalWords()
  const [problem, setProblem] = useState('')
  const named = useRef<Named[]>([])
  const attempt = useRef({ key: newId(), body: '' })
  async function save(): Promise<void> {
    const body = draft.draft.trim()
    if (body === '' || isLoading) return
    if (attempt.current.body !== body) attempt.current = { key: newId(), body }
    const { data, error } = await write({
      contactId,
      body,
      mentions: mentionedIn(body, named.current),
      clientMessageId: attempt.current.key,
    })
    if (error) return setProblem(wordsFor(error))
    if (data) tellSent(data.message)
    named.current = []
    setProblem('')
    draft.forget()
  }
  return { save, mention: (one) => named.current.push(one), isBusy: isLoading, problem }
}
