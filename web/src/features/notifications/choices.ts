import type { SessionState } from '../../shared/lib/session/select.ts'
import { prefsEndpoint } from './api.ts'
import { mutedUntil } from './mute-rules.ts'

/** What is known of a conversation: muted by this member, given to somebody. */
export interface Known {
  muted: boolean
  assigneeId: string | null
}

// What was chosen is in the cache once the bell or the first connection asked for it; until then the usual counts.
function chosen(state: SessionState) {
  return prefsEndpoint.select()(state as never).data?.prefs
}

/** Whether a text of this conversation makes no sound and shows no toast, whatever page is open. */
export function isSilent(state: SessionState, known: Known | undefined, now: Date): boolean {
  if (state.auth.muteNotifications || known?.muted) return true
  const prefs = chosen(state)
  if (!prefs) return false
  if (mutedUntil(prefs.muteUntil, now) || !prefs.inbound.toast) return true
  const isAnothers = known !== undefined && known.assigneeId !== null && known.assigneeId !== state.auth.user?.id
  return prefs.inboundOf === 'mine' && isAnothers
}

/** Whether the member wants to hear new messages; the session remembers it between visits. */
export function hasSound(state: SessionState): boolean {
  return state.message.sound
}
