import { useCallback, useEffect, useRef, useState } from 'react'
import { keepDraft, readDraft, type DraftOwner } from '../../shared/lib/drafts.ts'
import { useSession } from '../../shared/lib/session/select.ts'

export interface Draft {
  draft: string
  write: (text: string) => void
  /** Empties the field and forgets what was kept, at once. */
  forget: () => void
}

const keepAfterMs = 400

/** The draft to a contact: restored at the start, kept 400 ms after the last key and when the composer goes away. */
export function useDraft(contactId: string): Draft {
  const userId = useSession(({ auth }) => auth.user?.id ?? '')
  const organizationId = useSession(({ auth }) => auth.organization?.id ?? '')
  const owner = useRef<DraftOwner>({ userId, organizationId })
  const [draft, setDraft] = useState(() => readDraft({ userId, organizationId }, contactId))
  const latest = useRef(draft)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const keep = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = undefined
    keepDraft(owner.current, contactId, latest.current)
  }, [contactId])
  const write = useCallback(
    (text: string) => {
      latest.current = text
      setDraft(text)
      clearTimeout(timer.current)
      timer.current = setTimeout(keep, keepAfterMs)
    },
    [keep],
  )
  const forget = useCallback(() => {
    latest.current = ''
    setDraft('')
    keep()
  }, [keep])

  useEffect(() => {
    const keepIfOpen = () => {
      if (timer.current) keep()
    }
    window.addEventListener('pagehide', keepIfOpen)
    return () => {
      window.removeEventListener('pagehide', keepIfOpen)
      keepIfOpen()
    }
  }, [keep])
  return { draft, write, forget }
}
