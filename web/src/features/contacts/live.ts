import { RUN_KINDS } from '@crewline/contract/events'
import { api } from '../../shared/api/base.ts'
import type { ListStore } from '../../shared/api/list-pages.ts'
import { listOf, tagOf } from '../../shared/api/tags.ts'
import type { Reactions } from '../../shared/live/event-handlers.ts'
import { changeInLists } from './api.ts'

const gatherMs = 500
const progressGatherMs = 300

/**
 * Reloads changed contacts and the progress of bulk actions; many changes at once, as from an import, cause a single
 * request.
 */
export function contactsLive(store: ListStore): Reactions {
  const { dispatch } = store
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
  const advanced = new Set<string>()
  let progressTimer: ReturnType<typeof setTimeout> | undefined
  function refetchProgress(): void {
    progressTimer = undefined
    dispatch(api.util.invalidateTags([listOf('Run'), ...[...advanced].map((id) => tagOf('Run', id))]))
    advanced.clear()
  }
  return {
    'run-updated'({ kind, id }) {
      if (kind !== RUN_KINDS.contacts) return
      advanced.add(id)
      progressTimer ??= setTimeout(refetchProgress, progressGatherMs)
    },
    'contact-updated'({ contact }) {
      changeInLists(store, contact)
      changed.add(contact.id)
      timer ??= setTimeout(refetchChanged, gatherMs)
    },
    // Lists show and filter by shifts.
    'shifts-updated'() {
      hasManyChanges = true
      timer ??= setTimeout(refetchChanged, gatherMs)
    },
    'contacts-updated'() {
      hasManyChanges = true
      timer ??= setTimeout(refetchChanged, gatherMs)
    },
  }
}
