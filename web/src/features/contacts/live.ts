import { api } from '../../shared/api/base.ts'
import { listOf, tagOf } from '../../shared/api/tags.ts'
import type { Reactions } from '../../shared/live/event-handlers.ts'

interface LiveStore {
  dispatch: (action: ReturnType<typeof api.util.invalidateTags>) => unknown
}

const gatherMs = 500

/** Reloads changed contacts; many changes at once, as from an import, cause a single request. */
export function contactsLive({ dispatch }: LiveStore): Reactions {
  const changed = new Set<string>()
  let hasManyChanges = false
  let timer: ReturnType<typeof setTimeout> | undefined
  function refetchChanged(): void {
    timer = undefined
    const each = [...changed].map((id) => tagOf('Contact', id))
    dispatch(api.util.invalidateTags(hasManyChanges ? ['Contact'] : [listOf('Contact'), ...each]))
    changed.clear()
    hasManyChanges = false
  }
  return {
    'contact-updated'({ contact }) {
      changed.add(contact.id)
      timer ??= setTimeout(refetchChanged, gatherMs)
    },
    'contacts-updated'() {
      hasManyChanges = true
      timer ??= setTimeout(refetchChanged, gatherMs)
    },
  }
}
