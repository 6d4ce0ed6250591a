import { Id } from '@crewline/contract/ids'
import { EDITING_EXPIRY_MS } from '@crewline/contract/news-limits'
import { z } from 'zod'
import type { Kernel, Running } from '../../kernel/kernel.ts'
import { buildPresenceTracker, type PresentAt } from '../../kernel/realtime/presence-tracker.ts'
import type { ClientEventHandler, SocketEvent } from '../../kernel/realtime/socket-events.ts'
import { isEditable } from './views.ts'

const EditingInput = z.object({ issueId: Id.nullable() })

const editors = buildPresenceTracker('news-editors', EDITING_EXPIRY_MS)

/** Pushes who has an issue open for editing to the requesting member and all members who may edit issues. */
export const editorsHandler: ClientEventHandler = {
  event: 'news-editing',
  others: 'broadcasts.draft',
  echoes: true,
  handle: async (scope, data, kernel) => {
    const input = EditingInput.safeParse(data)
    if (!input.success || !scope.can('broadcasts.draft')) return []
    const { issueId } = input.data
    // Each browser repeats its report: only a new issue is looked up.
    const isKnown = issueId === null || issueId === editors.placeOf(scope)
    if (!isKnown && !(await isEditable(scope.db, issueId))) return []
    return editors.move(scope, kernel, issueId).map(editorsEvent)
  },
  onDisconnect: async (scope, kernel) => editors.move(scope, kernel, null).map(editorsEvent),
}

/** Receives the editors reported by other processes, for the life of the process. */
export function followEditors(kernel: Kernel): Running {
  editors.subscribe(kernel)
  return { stop: async () => {} }
}

function editorsEvent({ place, users }: PresentAt): SocketEvent {
  return { event: 'news-editors', data: { issueId: place, editors: users } }
}
