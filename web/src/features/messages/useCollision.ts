import { useEffect, useRef } from 'react'
import { useSession } from '../../shared/lib/session/select.ts'
import { answeredSince, useSeen } from './seen.ts'

export interface Collision {
  /** The teammate who answered since one began to write; undefined when nobody did. */
  answeredBy: string | undefined
  /** The newest message one had seen when one began to write; once one was told of an answer, the newest of all. */
  seenMessageId: string | undefined
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
  return { answeredBy, seenMessageId: answeredBy ? seen.newestId : (begunWith.current?.id ?? seen.newestId) }
}
