import { useState } from 'react'
import { useSession } from '../../../shared/lib/session/select.ts'
import { answeredSince, useSeen } from '../bubble/seen.ts'

export interface Collision {
  /** The teammate who answered since writing began; undefined when none did. */
  answeredBy: string | undefined
  /** The newest message seen when writing began; after a warning about an answer, the newest of all. */
  seenMessageId: string | undefined
  /** A send was held back, because it may have been triggered before the answer was read. */
  isHeld: boolean
  /**
   * Returns true when a send must be held back: the first one after an answer, because the author may not have noticed
   * it.
   */
  holdBack: () => boolean
}

/** Prevents duplicate answers: tracks what was seen when writing began, and who answered since. */
export function useCollision(contactId: string, isWriting: boolean): Collision {
  const seen = useSeen(contactId)
  const me = useSession(({ auth }) => auth.user?.id)
  const newest = { id: seen.newestId, sortKey: seen.newestSortKey }
  const [writingStart, setWritingStart] = useState(isWriting ? newest : undefined)
  if (isWriting && writingStart === undefined) setWritingStart(newest)
  if (!isWriting && writingStart !== undefined) setWritingStart(undefined)
  const answeredBy = isWriting && writingStart ? answeredSince(seen, writingStart.sortKey, me) : undefined
  const [isHeld, setHeld] = useState(false)
  if (isHeld && answeredBy === undefined) setHeld(false)
  const holdBack = () => {
    if (answeredBy === undefined || isHeld) return false
    setHeld(true)
    return true
  }
  const seenMessageId = answeredBy ? seen.newestId : (writingStart?.id ?? seen.newestId)
  return { answeredBy, seenMessageId, isHeld, holdBack }
}
