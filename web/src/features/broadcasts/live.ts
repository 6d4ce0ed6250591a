import { RUN_KINDS } from '@crewline/contract/events'
import { api } from '../../shared/api/base.ts'
import { listOf, tagOf } from '../../shared/api/tags.ts'
import type { Reactions } from '../../shared/live/event-handlers.ts'

interface LiveStore {
  dispatch: (action: ReturnType<typeof api.util.invalidateTags>) => unknown
}

const gatherMs = 1000

/** Reloads the broadcasts on the screen when they change; the events of a second cause a single request. */
export function broadcastsLive({ dispatch }: LiveStore): Reactions {
  const changed = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  function refetchChanged(): void {
    timer = undefined
    dispatch(api.util.invalidateTags([listOf('Broadcast'), ...[...changed].map((id) => tagOf('Broadcast', id))]))
    changed.clear()
  }
  function gather(id: string): void {
    changed.add(id)
    timer ??= setTimeout(refetchChanged, gatherMs)
  }
  return {
    'broadcast-updated': ({ id }) => gather(id),
    'run-updated'({ kind, id }) {
      if (kind === RUN_KINDS.broadcast) gather(id)
    },
  }
}
