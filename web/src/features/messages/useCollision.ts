import { useEffect, useRef, useState } from 'react'
import { useSession } from '../../shared/lib/session/select.ts'
import { answeredSince, useSeen } from './seen.ts'

export interface Collision {
  /** The teammate who answered since one began to write; undefined when nobody did. */
  answeredBy: string | undefined
  /** The newest message one had seen when one began to write; once one was told of an answer, the newest of all. */
  seenMessageId: string | undefined
  /** A press sent nothing, because it may have been made before the answer was read. */
  isHeld: boolean
  /** Whether a press sends nothing yet: the first one after an answer, made with the eyes on the keys. */
  hold: () => boolean
}

/** Guards against two answers: follows what was seen when a text was begun, and who answered since. */
export function useCollision(contactId: string, isWriting: boolean): Collision {
  const seen = useSeen(contactId)
  const me = useSession(({ auth }) => auth.user?.id)
  const begunWith = useRef<{ id: string | undefined; place: string | undefined }>(undefined)
  useEffect(() => {
    if (!isWriting) begunWith.current = undefined
  }, [isWriting])
  if (isWriting) begunWith.current ??= { id: seen.newestId, place: seen.newestPlace }
  const answeredBy = isWriting ? answeredSince(seen, begunWith.current?.place, me) : undefined
  const [isHeld, setHeld] = useState(false)
  if (isHeld && answeredBy === undefined) setHeld(false)
  const hold = () => {
    if (answeredBy === undefined || isHeld) return false
    setHeld(true)
    return true
  }
  const seenMessageId = answeredBy ? seen.newestId : (begunWith.current?.id ?? seen.newestId)
  return { answeredBy, seenMessageId, isHeld, hold }
}
