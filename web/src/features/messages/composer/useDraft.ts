import { useCallback, useEffect, useRef, useState } from 'react'
import { keepDraft, readDraft, type DraftOwner } from '../../../shared/lib/drafts.ts'
import { useSession } from '../../../shared/lib/session/select.ts'
import { readStored, removeStored, writeStored } from '../../../shared/lib/storage.ts'
import { useKeepOwnDraftMutation, useLazyOwnDraftQuery } from '../api.ts'
import { joined } from './composer-bus.ts'
import { newestDraft } from './server-draft.ts'

export interface Draft {
  draft: string
  /** Returns the current text, for code that continues after an await. */
  now: () => string
  write: (text: string) => void
  /** Empties the field and its stored draft at once. */
  clear: () => void
}

const keepAfterMs = 400
const saveAfterMs = 800

/**
 * Stores text on this device 400 ms after the last key press and on unmount; `place` is its storage key, `onKept` is
 * called after each write.
 */
function useLocalDraft(key: string, onSaved?: (owner: DraftOwner) => void): Draft & { owner: DraftOwner } {
  const userId = useSession(({ auth }) => auth.user?.id ?? '')
  const organizationId = useSession(({ auth }) => auth.organization?.id ?? '')
  // A draft stays with the member and the organization it was begun in.
  const [owner] = useState<DraftOwner>({ userId, organizationId })
  const [draft, setDraft] = useState(() => readDraft({ userId, organizationId }, key))
  const latest = useRef(draft)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const keep = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = undefined
    keepDraft(owner, key, latest.current)
    onSaved?.(owner)
  }, [key, onSaved, owner])
  const write = useCallback(
    (text: string) => {
      latest.current = text
      setDraft(text)
      clearTimeout(timer.current)
      timer.current = setTimeout(keep, keepAfterMs)
    },
    [keep],
  )
  const clear = useCallback(() => {
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
  return { draft, now, write, clear, owner }
}

/** Manages the draft of a note about a contact, stored only on this device. */
export function useNoteDraft(contactId: string): Draft {
  return useLocalDraft(`${contactId}/note`)
}

function timeKeyOf({ userId, organizationId }: DraftOwner, contactId: string): string {
  return `drafts-at/${userId}/${organizationId}/${contactId}`
}

/**
 * Prepends restored text to the stored draft of a contact whose composer is closed; it appears when the composer opens.
 */
export function keepReturned(owner: DraftOwner, contactId: string, text: string): void {
  keepDraft(owner, contactId, joined(text, readDraft(owner, contactId)))
  writeStored(timeKeyOf(owner, contactId), new Date().toISOString())
}

/**
 * When drafts were cleared on this page: their stored time is gone, but the server may still answer with the old text.
 */
const clearedAt = new Map<string, string>()

/**
 * Manages the draft to a contact: stored on this device, and on the server 800 ms after the last key press; the newest
 * of all devices is loaded.
 */
export function useDraft(contactId: string): Draft {
  // Stored together with the text: a storage write on each key press would delay typing.
  const writtenAt = useRef('')
  const keepTime = useCallback(
    (of: DraftOwner) => void (writtenAt.current && writeStored(timeKeyOf(of, contactId), writtenAt.current)),
    [contactId],
  )
  const { draft, now, write: writeHere, clear: clearLocal, owner } = useLocalDraft(contactId, keepTime)
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
  const clear = useCallback(() => {
    isTouched.current = true
    writtenAt.current = ''
    clearLocal()
    removeStored(timeKey)
    clearTimeout(waiting.current?.timer)
    waiting.current = undefined
    const at = new Date().toISOString()
    clearedAt.set(timeKey, at)
    void save({ contactId, body: '', writtenAt: at })
  }, [clearLocal, save, contactId, timeKey])

  useEffect(() => {
    const at = readStored(timeKey) ?? clearedAt.get(timeKey)
    const local = { body: readDraft(owner, contactId), at: typeof at === 'string' ? at : '' }
    void read(contactId).then(({ data }) => {
      // A draft from the server must not replace text while the member is typing.
      if (isTouched.current || !data) return
      const newest = newestDraft(local, data)
      if (newest !== local.body) writeHere(newest)
    })
    return flush
    // The draft is fetched once, when the composer opens; its owner never changes while it is mounted.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [contactId, read, flush])
  return { draft, now, write, clear }
}
