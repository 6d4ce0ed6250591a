import { api } from '../../shared/api/base.ts'
import { listOf } from '../../shared/api/tags.ts'
import type { Reactions } from '../../shared/live/event-handlers.ts'

interface LiveStore {
  dispatch: (action: ReturnType<typeof api.util.invalidateTags>) => unknown
}

/** Reloads the team, and the teammates to choose from, after members or invitations changed. */
export function teamLive({ dispatch }: LiveStore): Reactions {
  return { 'team-updated': () => dispatch(api.util.invalidateTags([listOf('Team')])) }
}
