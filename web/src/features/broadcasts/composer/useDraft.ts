import type { Broadcast, BroadcastContent, BroadcastMessage, BroadcastOptions } from '@crewline/contract/broadcasts'
import type { BroadcastAudience } from '@crewline/contract/broadcast-audience'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { refusalOf } from '../../../shared/api/send.ts'
import { useEditBroadcastMutation } from '../api.ts'
import { buildAutosave, type SaveKind, type SaveResult } from '../../../shared/lib/autosave.ts'
import { toSave } from './draft-rules.ts'

const saveDelayMs = 800

/** Returns the parts of a broadcast that a member edits. */
export function contentOf(broadcast: Broadcast): BroadcastContent {
  const { name, kind, audience, message, schedule, options, poll, acknowledgement } = broadcast
  return { name, kind, audience, message, schedule, options, poll, acknowledgement }
}

/** The draft that is edited: its content, and the state of saving it. */
export interface Draft {
  id: string
  content: BroadcastContent
  change: (change: Partial<BroadcastContent>) => void
  changeAudience: (change: Partial<BroadcastAudience>) => void
  changeMessage: (change: Partial<BroadcastMessage>) => void
  changeOptions: (change: Partial<BroadcastOptions>) => void
  kind: SaveKind
  savedAt: Date | undefined
  /** The message for each field that the server refused, by its path. */
  errors: Record<string, string>
  setErrors: (errors: Record<string, string>) => void
  /** Saves what is left; resolves to whether everything is saved. */
  flush: () => Promise<boolean>
  version: () => number
  /** Takes the draft as a teammate left it; returns the own changes that it replaces. */
  takeTheirs: (theirs: Broadcast) => Partial<BroadcastContent>
  /** Saves the own changes over those of a teammate. */
  keepMine: (theirs: Broadcast) => void
}

/** Edits a draft and saves it while it is edited. */
export function useDraft(broadcast: Broadcast): Draft {
  const { id } = broadcast
  const [content, setContent] = useState(() => contentOf(broadcast))
  const [kind, setKind] = useState<SaveKind>('saved')
  const [savedAt, setSavedAt] = useState<Date>()
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [edit] = useEditBroadcastMutation()
  // Changes may come from an answer that arrives late, such as a translation: they apply to the newest content.
  const latest = useRef(content)
  const [autosave] = useState(() =>
    buildAutosave<BroadcastContent>({
      version: broadcast.version,
      delayMs: saveDelayMs,
      async save(change, version): Promise<SaveResult> {
        const { data, error } = await edit({ id, change: { ...toSave(change), version } })
        const refusal = refusalOf<'editBroadcast'>(error)
        setErrors(refusal?.fieldErrors ?? {})
        if (data) return { version: data.broadcast.version }
        return refusal?.code === 'outdated' ? 'outdated' : 'failed'
      },
      onKind(next) {
        setKind(next)
        if (next === 'saved') setSavedAt(new Date())
      },
    }),
  )

  useEffect(() => {
    const flush = () => void autosave.flush()
    const flushHidden = () => document.visibilityState === 'hidden' && flush()
    window.addEventListener('online', flush)
    document.addEventListener('visibilitychange', flushHidden)
    return () => {
      window.removeEventListener('online', flush)
      document.removeEventListener('visibilitychange', flushHidden)
      flush()
    }
  }, [autosave])

  const show = useCallback((next: BroadcastContent) => {
    latest.current = next
    setContent(next)
  }, [])
  const changes = useMemo(() => {
    const change = (part: Partial<BroadcastContent>): void => {
      show({ ...latest.current, ...part })
      autosave.change(part)
    }
    return {
      change,
      changeAudience: (part: Partial<BroadcastAudience>) =>
        change({ audience: { ...latest.current.audience, ...part } }),
      changeMessage: (part: Partial<BroadcastMessage>) => change({ message: { ...latest.current.message, ...part } }),
      changeOptions: (part: Partial<BroadcastOptions>) => change({ options: { ...latest.current.options, ...part } }),
    }
  }, [autosave, show])

  return {
    id,
    content,
    ...changes,
    kind,
    savedAt,
    errors,
    setErrors,
    flush: autosave.flush,
    version: autosave.version,
    takeTheirs(theirs) {
      const mine = autosave.pending()
      autosave.continueFrom(theirs.version, 'nothing')
      show(contentOf(theirs))
      return mine
    },
    keepMine(theirs) {
      const mine = autosave.pending()
      autosave.continueFrom(theirs.version, 'pending')
      show({ ...contentOf(theirs), ...mine })
      void autosave.flush()
    },
  }
}
