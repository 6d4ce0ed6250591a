import { forgetInTab, keepInTab, textInTab } from './tab-storage.ts'

const key = 'viewing'

/** Where a view that ended by itself leads: the page says so. */
export const VIEW_ENDED = '/dashboard/team?view=ended'

/**
 * Returns the token with which this tab views the product as a teammate; empty when it does not. It belongs to this tab only:
 * the session of the member, which other tabs share, stays as it is.
 */
export function viewingToken(): string {
  return textInTab(key)
}

/** Returns whether this tab views the product as a teammate, where nothing may be changed. */
export function isViewing(): boolean {
  return viewingToken() !== ''
}

/** Views as a teammate from the next page load of this tab on. */
export function beginViewing(token: string): void {
  keepInTab(key, token)
}

/** Returns to the member's own session with the next page load of this tab. */
export function leaveViewing(): void {
  forgetInTab(key)
}
