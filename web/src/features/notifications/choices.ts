import type { SessionState } from '../../shared/lib/session/select.ts'
import { prefsEndpoint } from './api.ts'
import { mutedUntil } from './mute-rules.ts'

/** What a loaded row shows of a conversation: muted by this member, and its assignee. */
export interface ConversationState {
  muted: boolean
  assigneeId: string | null
}

// The settings are cached once the notifications panel or the first connection has requested them; the defaults apply
// until then.
function chosen(state: SessionState) {
  return prefsEndpoint.select()(state as never).data?.prefs
}

/** Returns whether a message of this conversation makes no sound and shows no toast, on any page. */
export function isSilent(state: SessionState, conversation: ConversationState | undefined, now: Date): boolean {
  if (state.auth.muteNotifications || conversation?.muted) return true
  const prefs = chosen(state)
  if (!prefs) return false
  if (mutedUntil(prefs.muteUntil, now) || !prefs.inbound.toast) return true
  const isAnothers =
    conversation !== undefined && conversation.assigneeId !== null && conversation.assigneeId !== state.auth.user?.id
  return prefs.inboundOf === 'mine' && isAnothers
}

/** Returns whether the member wants a sound for new messages; the session stores it between visits. */
export function hasSound(state: SessionState): boolean {
  return state.message.sound
}
