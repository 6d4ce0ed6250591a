import { RUN_KINDS } from '@crewline/contract/events'
import { api } from '../../shared/api/base.ts'
import { listOf, tagOf } from '../../shared/api/tags.ts'
import type { Reactions } from '../../shared/live/event-handlers.ts'

interface LiveStore {
  dispatch: (action: ReturnType<typeof api.util.invalidateTags>) => unknown
}

const gatherMs = 2000
const evaluationGatherMs = 300

/**
 * Reloads groups when their evaluation starts and ends, and with a delay after contacts changed, which affects counts
 * and matches.
 */
export function groupsLive({ dispatch }: LiveStore): Reactions {
  const evaluated = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let evaluationTimer: ReturnType<typeof setTimeout> | undefined
  function scheduleFetch(): void {
    timer ??= setTimeout(() => {
      timer = undefined
      dispatch(api.util.invalidateTags([listOf('Group')]))
    }, gatherMs)
  }
  function refetchEvaluated(): void {
    evaluationTimer = undefined
    const groups = [...evaluated].map((id) => tagOf('Group', id))
    dispatch(api.util.invalidateTags([listOf('Group'), ...groups, listOf('Contact')]))
    evaluated.clear()
  }
  return {
    'run-updated'({ kind, id }) {
      if (kind !== RUN_KINDS.group) return
      evaluated.add(id)
      evaluationTimer ??= setTimeout(refetchEvaluated, evaluationGatherMs)
    },
    'contact-updated': scheduleFetch,
    'contacts-updated': scheduleFetch,
  }
}
