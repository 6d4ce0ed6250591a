import type { Typing } from '@crewline/contract/events'
import { TYPING_EXPIRY_MS } from '@crewline/contract/limits'
import { siblingCountReceived, usageReceived } from '../lib/session/message.slice.ts'
import type { SessionState } from '../lib/session/select.ts'
import { fullName } from '../lib/session/state.ts'
import type { Reactions } from './event-handlers.ts'
import { typingForgotten, typingReceived, voicemailReceived } from './ws.slice.ts'

/** The part of the store that live events change. */
export interface SessionStore {
  getState: () => SessionState
  dispatch: (action: { type: string; payload?: unknown }) => unknown
}

/**
 * Returns whether the typing event comes from another tab of this member: by user id if it has one, else by full name.
 */
export function isOwnTyping({ userId, user }: Partial<Typing>, me: SessionState['auth']['user']): boolean {
  if (!me) return false
  return userId ? userId === me.id : user === fullName(me)
}

/** Returns the handlers that update the session from live events, whatever screen is open. */
export function intoSession({ getState, dispatch }: SessionStore): Reactions {
  return {
    typing(event) {
      if (isOwnTyping(event, getState().auth.user)) return
      dispatch(typingReceived({ event, receivedAt: Date.now() }))
      if (event.isTyping) setTimeout(() => dispatch(typingForgotten(Date.now() - TYPING_EXPIRY_MS)), TYPING_EXPIRY_MS)
    },
    'sibling-notifications'(event) {
      if (event.organizationId !== getState().auth.organization?.id) dispatch(siblingCountReceived(event))
    },
    usage: (event) => dispatch(usageReceived(event)),
    'new-voicemail': () => dispatch(voicemailReceived()),
  }
}
