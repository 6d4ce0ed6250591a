import type { Presence } from '@crewline/contract/events'
import { PRESENCE_EVERY_MS, PRESENCE_EXPIRY_MS } from '@crewline/contract/limits'
import { buildPresenceStore, sendViewing, useReportPlace } from '../../../shared/live/presence.ts'

const store = buildPresenceStore(PRESENCE_EXPIRY_MS)

/** Records who is viewing a conversation; the entry expires after 30 s unless it is repeated. */
export function receivePresence({ contactId, viewers }: Presence): void {
  store.receive(contactId, viewers)
}

/** Returns who is viewing a conversation, including the current member, and re-renders on changes. */
export const useViewers = store.useTeammatesAt

/**
 * Reports to teammates that the member is viewing a conversation, every 10 s while the page is visible, and when that
 * ends.
 */
export function useReportPresence(contactId: string, isVisible: boolean): void {
  useReportPlace(sendViewing, contactId, { isThere: isVisible, everyMs: PRESENCE_EVERY_MS })
}
