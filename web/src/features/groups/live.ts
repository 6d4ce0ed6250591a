import { api } from '../../shared/api/base.ts'
import { listOf, tagOf } from '../../shared/api/tags.ts'
import type { Reactions } from '../../shared/live/hear.ts'

interface LiveStore {
  dispatch: (action: ReturnType<typeof api.util.invalidateTags>) => unknown
}

const gatherMs = 2000
const pathOfGroup = /^\/dashboard\/groups\/([^/?#]+)/

/** Fetches groups again when one was worked out, and some time after workers changed: that moves counts, and who matches. */
export function groupsLive({ dispatch }: LiveStore): Reactions {
  let timer: ReturnType<typeof setTimeout> | undefined
  function fetchSoon(): void {
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
    'contact-updated': fetchSoon,
    'contacts-updated': fetchSoon,
  }
}
