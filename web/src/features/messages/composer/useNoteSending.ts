import { useRef, useState } from 'react'
import { newId } from '../../../shared/lib/new-id.ts'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import { useWriteNoteMutation } from '../api.ts'
import { notifySent } from '../outbox/outbox.ts'
import { mentionedIn, type Named } from './trigger.ts'
import type { Draft } from './useDraft.ts'

export interface NoteSending {
  save: () => Promise<void>
  mention: (named: Named) => void
  isBusy: boolean
  problem: string
}

/** Adds a note to a thread; the text stays until the server has it, and a retry does not create a second note. */
export function useNoteSending(contactId: string, draft: Draft): NoteSending {
  const [write, { isLoading }] = useWriteNoteMutation()
  const messageFor = useErrorText()
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
    if (error) return setProblem(messageFor(error))
    if (data) notifySent(data.message)
    named.current = []
    setProblem('')
    draft.clear()
  }
  return { save, mention: (mentioned) => named.current.push(mentioned), isBusy: isLoading, problem }
}
