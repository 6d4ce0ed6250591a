import { RUN_KINDS } from '@crewline/contract/events'
import { api } from '../../shared/api/base.ts'
import { listOf, tagOf } from '../../shared/api/tags.ts'
import type { Reactions } from '../../shared/live/event-handlers.ts'

interface LiveStore {
  dispatch: (action: ReturnType<typeof api.util.invalidateTags>) => unknown
}

const gatherMs = 300

/** Reloads the sync that is shown as it advances; the steps of a moment cause a single request. */
export function hrLive({ dispatch }: LiveStore): Reactions {
  const advanced = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  function refetchAdvanced(): void {
    timer = undefined
    dispatch(api.util.invalidateTags([listOf('Hr'), ...[...advanced].map((id) => tagOf('Hr', id))]))
    advanced.clear()
  }
  return {
    'run-updated'({ kind, id }) {
      if (kind !== RUN_KINDS.hr) return
      advanced.add(id)
      timer ??= setTimeout(refetchAdvanced, gatherMs)
    },
  }
}
