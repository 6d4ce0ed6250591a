import { EDITING_EVERY_MS, EDITING_EXPIRY_MS } from '@crewline/contract/news-limits'
import type { Reactions } from '../../shared/live/event-handlers.ts'
import { buildPresenceStore, sendEditing, useReportPlace } from '../../shared/live/presence.ts'

const store = buildPresenceStore(EDITING_EXPIRY_MS)

/** Records who has an issue open for editing; the entry expires after 10 s unless it is repeated. */
export const newsLive: Reactions = {
  'news-editors': ({ issueId, editors }) => store.receive(issueId, editors),
}

/** Returns who has an issue open for editing, including the current member, and re-renders on changes. */
export const useEditors = store.useTeammatesAt

/** Reports to teammates that the member is editing an issue, while the page is visible, and when that ends. */
export function useReportEditing(issueId: string, isVisible: boolean): void {
  useReportPlace(sendEditing, issueId, { isThere: isVisible, everyMs: EDITING_EVERY_MS })
}
