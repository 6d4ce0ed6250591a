import { api } from '../../shared/api/base.ts'
import { listOf, tagOf } from '../../shared/api/tags.ts'
import type { Reactions } from '../../shared/live/event-handlers.ts'

interface LiveStore {
  dispatch: (action: ReturnType<typeof api.util.invalidateTags>) => unknown
}

const gatherMs = 2000
const pathOfGroup = /^\/dashboard\/groups\/([^/?#]+)/

/**
 * Reloads groups after one was evaluated, and with a delay after contacts changed, which affects counts and matches.
 */
export function groupsLive({ dispatch }: LiveStore): Reactions {
  let timer: ReturnType<typeof setTimeout> | undefined
  function scheduleFetch(): void {
    timer ??= setTimeout(() => {
      timer = undefined
      dispatch(api.util.invalidateTags([listOf('Group')]))
    }, gatherMs)
  }
  return {
    'inapp-notification'({ link, loading }) {
      const id = link && pathOfGroup.exec(link)?.[1]
      if (id && !loading) dispatch(api.util.invalidateTags([listOf('Group'), tagOf('Group', id), listOf('Contact')]))
    },
    'contact-updated': scheduleFetch,
    'contacts-updated': scheduleFetch,
  }
}
