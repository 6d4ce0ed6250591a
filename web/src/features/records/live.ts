import { RUN_KINDS } from '@crewline/contract/events'
import { api } from '../../shared/api/base.ts'
import { tagOf } from '../../shared/api/tags.ts'
import type { Reactions } from '../../shared/live/event-handlers.ts'

interface LiveStore {
  dispatch: (action: ReturnType<typeof api.util.invalidateTags>) => unknown
}

/** Reloads exports and deletions that are shown as they advance. */
export function recordsLive({ dispatch }: LiveStore): Reactions {
  return {
    'run-updated'({ kind }) {
      if (kind === RUN_KINDS.records) dispatch(api.util.invalidateTags([tagOf('Records', 'exports')]))
      if (kind === RUN_KINDS.retention) dispatch(api.util.invalidateTags([tagOf('Records', 'retention')]))
    },
  }
}
