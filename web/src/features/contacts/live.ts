import { api } from '../../shared/api/base.ts'
import { listOf, tagOf } from '../../shared/api/tags.ts'
import type { Reactions } from '../../shared/live/hear.ts'

interface LiveStore {
  dispatch: (action: ReturnType<typeof api.util.invalidateTags>) => unknown
}

const gatherMs = 500

/** Fetches workers again who changed; many changes at once, as an import makes them, are one fetch. */
export function contactsLive({ dispatch }: LiveStore): Reactions {
  const changed = new Set<string>()
  let areMany = false
  let timer: ReturnType<typeof setTimeout> | undefined
  function fetchAgain(): void {
    timer = undefined
    const each = [...changed].map((id) => tagOf('Contact', id))
    dispatch(api.util.invalidateTags(areMany ? ['Contact'] : [listOf('Contact'), ...each]))
    changed.clear()
    areMany = false
  }
  return {
    'contact-updated'({ contact }) {
      changed.add(contact.id)
      timer ??= setTimeout(fetchAgain, gatherMs)
    },
    'contacts-updated'() {
      areMany = true
      timer ??= setTimeout(fetchAgain, gatherMs)
    },
  }
}
