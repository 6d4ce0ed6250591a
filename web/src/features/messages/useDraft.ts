import { useCallback, useEffect, useRef, useState } from 'react'
import { keepDraft, readDraft, type DraftOwner } from '../../shared/lib/drafts.ts'
import { useSession } from '../../shared/lib/session/select.ts'
import { readStored, removeStored, writeStored } from '../../shared/lib/storage.ts'
import { useKeepOwnDraftMutation, useLazyOwnDraftQuery } from './api.ts'
import { joined } from './composer-bus.ts'
import { newestDraft } from './server-draft.ts'

export interface Draft {
  draft: string
  /** The words as they are this moment, for what goes on after a wait. */
  now: () => string
  write: (text: string) => void
  /** Empties the field and forgets what was kept, at once. */
  forget: () => void
}

const keepAfterMs = 400
const saveAfterMs = 800

/** Words kept on this device 400 ms after the last key and when the field goes away; `place` names what they are for, `onKept` hears of it. */
function useLocalDraft(place: string, onKept?: (owner: DraftOwner) => void): Draft & { owner: DraftOwner } {
  const userId = useSession(({ auth }) => auth.user?.id ?? '')
  const organizationId = useSession(({ auth }) => auth.organization?.id ?? '')
  const owner = useRef<DraftOwner>({ userId, organizationId })
  const [draft, setDraft] = useState(() => readDraft({ userId, organizationId }, place))
  const latest = useRef(draft)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const keep = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = undefined
    keepDraft(owner.current, place, latest.current)
    onKept?.(owner.current)
  }, [place, onKept])
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
  const now = useCallback(() => latest.current, [])
  return { draft, now, write, forget, owner: owner.current }
}

/** The draft of a note about a contact: kept on this device only. */
export function useNoteDraft(contactId: string): Draft {
  return useLocalDraft(`${contactId}/note`)
}

function timeKeyOf({ userId, organizationId }: DraftOwner, contactId: string): string {
  return `drafts-at/${userId}/${organizationId}/${contactId}`
}

/** Puts words that come back before what is written to a contact whose composer is closed: they are there when it opens. */
export function keepReturned(owner: DraftOwner, contactId: string, words: string): void {
  keepDraft(owner, contactId, joined(words, readDraft(owner, contactId)))
  writeStored(timeKeyOf(owner, contactId), new Date().toISOString())
}

/** The draft to a contact: on this device at once, on the server 800 ms after the last key; the newest of all devices opens. */
export function useDraft(contactId: string): Draft {
  // Kept with the words: writing to the storage on each key would hold the key up.
  const writtenAt = useRef('')
  const keepTime = useCallback(
    (of: DraftOwner) => void (writtenAt.current && writeStored(timeKeyOf(of, contactId), writtenAt.current)),
    [contactId],
  )
  const { draft, now, write: writeHere, forget: forgetHere, owner } = useLocalDraft(contactId, keepTime)
  const [read] = useLazyOwnDraftQuery()
  const [save] = useKeepOwnDraftMutation()
  const timeKey = timeKeyOf(owner, contactId)
  const isTouched = useRef(false)
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; body: string; at: string }>(undefined)

  const flush = useCallback(() => {
    const open = waiting.current
    if (!open) return
    clearTimeout(open.timer)
    waiting.current = undefined
    void save({ contactId, body: open.body, writtenAt: open.at })
  }, [save, contactId])
  const write = useCallback(
    (text: string) => {
      isTouched.current = true
      writeHere(text)
      clearTimeout(waiting.current?.timer)
      const at = new Date().toISOString()
      waiting.current = { timer: setTimeout(flush, saveAfterMs), body: text, at }
      writtenAt.current = at
    },
    [writeHere, flush],
  )
  const forget = useCallback(() => {
    isTouched.current = true
    writtenAt.current = ''
    forgetHere()
    removeStored(timeKey)
    clearTimeout(waiting.current?.timer)
    waiting.current = undefined
    void save({ contactId, body: '', writtenAt: new Date().toISOString() })
  }, [forgetHere, save, contactId, timeKey])

  useEffect(() => {
    const at = readStored(timeKey)
    const local = { body: readDraft(owner, contactId), at: typeof at === 'string' ? at : '' }
    void read(contactId).then(({ data }) => {
      // Whoever writes already must not have the words changed under their hands.
      if (isTouched.current || !data) return
      const newest = newestDraft(local, data)
      if (newest !== local.body) writeHere(newest)
    })
    return flush
    // The draft is fetched once, when the composer opens; its owner never changes while it is there.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [contactId, read, flush])
  return { draft, now, write, forget }
}
