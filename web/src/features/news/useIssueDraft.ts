import type { NewsContent, NewsIssue } from '@crewline/contract/news'
import { useLingui } from '@lingui/react/macro'
import { useCallback, useEffect, useRef, useState } from 'react'
import { refusalOf } from '../../shared/api/send.ts'
import { buildAutosave, type SaveKind, type SaveResult } from '../../shared/lib/autosave.ts'
import { useSession } from '../../shared/lib/session/select.ts'
import { announce } from '../../shared/ui/feedback/announce.ts'
import { useSaveNewsMutation } from './api.ts'
import { mergeContents } from './merge-rules.ts'
import { withoutOrphans } from './news-rules.ts'
import { dropUnsaved, keepUnsaved, startFrom } from './unsaved.ts'

const saveDelayMs = 800
/** Changes are kept on this device this long after the last one, in ms. */
const keepDelayMs = 300

/** What members write of an issue. */
export interface IssueParts {
  content: NewsContent
  groupIds: string[]
}

/** A merge with the changes of a teammate. */
export interface Merge {
  by: string
  conflicts: number
}

/** An issue that is edited: its content, and the state of saving it. */
export interface IssueDraft extends IssueParts {
  /** Changes the content; a function gets the content as it is then, for what arrives late. */
  change: (change: Partial<NewsContent> | ((now: NewsContent) => Partial<NewsContent>)) => void
  setGroups: (groupIds: string[]) => void
  kind: SaveKind
  savedAt: Date | undefined
  /** Grows when the content was replaced from outside the editor, which is then made anew. */
  revision: number
  merge: Merge | undefined
  dismissMerge: () => void
  /** Saves what is left; resolves to the saved version, or undefined when saving failed. */
  flush: () => Promise<number | undefined>
  /** Continues with the issue as the server has it. */
  take: (issue: NewsIssue) => void
}

/** Edits an issue and saves it while it is edited; merges it by block when a teammate saved in between. */
export function useIssueDraft(issue: NewsIssue, fetchNewest: () => Promise<NewsIssue | undefined>): IssueDraft {
  const { t } = useLingui()
  const { id } = issue
  const userId = useSession(({ auth }) => auth.user?.id ?? '')
  const organizationId = useSession(({ auth }) => auth.organization?.id ?? '')
  const [start] = useState(() => startFrom(issue, { userId, organizationId }))
  const [parts, setParts] = useState<IssueParts>(start.parts)
  const [kind, setKind] = useState<SaveKind>('saved')
  const [savedAt, setSavedAt] = useState<Date>()
  const [revision, setRevision] = useState(0)
  const [merge, setMerge] = useState<Merge | undefined>(
    start.merged && { by: issue.changedBy ?? '', conflicts: start.merged.conflicts },
  )
  const [save] = useSaveNewsMutation()
  // An answer may arrive late, such as a translation: it applies to the newest content.
  const latest = useRef(parts)
  const saved = useRef<IssueParts>({ content: issue.content, groupIds: issue.groupIds })
  const fetching = useRef(fetchNewest)
  useEffect(() => {
    fetching.current = fetchNewest
  })
  const show = useCallback((next: IssueParts) => {
    latest.current = next
    setParts(next)
  }, [])

  const keeping = useRef<ReturnType<typeof setTimeout>>(undefined)
  const keep = useCallback(() => {
    clearTimeout(keeping.current)
    keeping.current = undefined
    keepUnsaved({ userId, organizationId }, id, { base: saved.current, mine: latest.current })
  }, [userId, organizationId, id])

  // It reads the refs when it saves, never while rendering.
  // oxlint-disable-next-line react/refs
  const [autosave] = useState(() =>
    buildAutosave<IssueParts>({
      version: issue.version,
      delayMs: saveDelayMs,
      async save(_change, version): Promise<SaveResult> {
        const sent = latest.current
        const body = { version, content: withoutOrphans(sent.content), groupIds: sent.groupIds }
        const { data, error } = await save({ id, body })
        if (data) {
          saved.current = { content: data.content, groupIds: data.groupIds }
          return { version: data.version }
        }
        if (refusalOf<'saveNewsIssue'>(error)?.code !== 'outdated') return 'failed'
        const theirs = await fetching.current()
        if (!theirs) return 'failed'
        const { content, conflicts } = mergeContents(saved.current.content, latest.current.content, theirs.content)
        saved.current = { content: theirs.content, groupIds: theirs.groupIds }
        show({ content, groupIds: latest.current.groupIds })
        setRevision((count) => count + 1)
        setMerge({ by: theirs.changedBy ?? '', conflicts })
        const again = await save({
          id,
          body: { version: theirs.version, content: withoutOrphans(content), groupIds: latest.current.groupIds },
        })
        if (!again.data) return 'failed'
        saved.current = { content: again.data.content, groupIds: again.data.groupIds }
        announce(t`Merged with the changes of a teammate`)
        return { version: again.data.version }
      },
      onKind(next) {
        setKind(next)
        if (next !== 'saved') return
        setSavedAt(new Date())
        clearTimeout(keeping.current)
        keeping.current = undefined
        dropUnsaved({ userId, organizationId }, id)
      },
    }),
  )

  useEffect(() => {
    const flush = () => void autosave.flush()
    // A tab that closes may not finish its request.
    const flushHidden = () => {
      if (document.visibilityState !== 'hidden') return
      if (keeping.current !== undefined) keep()
      flush()
    }
    window.addEventListener('online', flush)
    document.addEventListener('visibilitychange', flushHidden)
    return () => {
      window.removeEventListener('online', flush)
      document.removeEventListener('visibilitychange', flushHidden)
      if (keeping.current !== undefined) keep()
      flush()
    }
  }, [autosave, keep])

  useEffect(() => {
    if (start.isUnsaved) autosave.change(latest.current)
  }, [autosave, start])

  function changeTo(next: IssueParts): void {
    show(next)
    autosave.change(next)
    clearTimeout(keeping.current)
    keeping.current = setTimeout(keep, keepDelayMs)
  }

  return {
    ...parts,
    change(change) {
      const { content } = latest.current
      changeTo({
        ...latest.current,
        content: { ...content, ...(typeof change === 'function' ? change(content) : change) },
      })
    },
    setGroups(groupIds) {
      changeTo({ ...latest.current, groupIds })
    },
    kind,
    savedAt,
    revision,
    merge,
    dismissMerge: () => setMerge(undefined),
    flush: async () => ((await autosave.flush()) ? autosave.version() : undefined),
    take(next) {
      autosave.continueFrom(next.version, 'nothing')
      saved.current = { content: next.content, groupIds: next.groupIds }
      show(saved.current)
      setRevision((count) => count + 1)
    },
  }
}
