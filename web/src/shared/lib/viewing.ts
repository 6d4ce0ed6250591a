import { forgetInTab, keepInTab, textInTab } from './tab-storage.ts'

const key = 'viewing'
const untilKey = 'viewing-until'
/** The clocks of browser and server may differ by this much when the time of a view is over, in ms. */
const TOLERANCE_MS = 5000

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
export function beginViewing({ token, expiresAt }: { token: string; expiresAt: string }): void {
  keepInTab(key, token)
  keepInTab(untilKey, expiresAt)
}

/** Returns to the member's own session with the next page load of this tab. */
export function leaveViewing(): void {
  forgetInTab(key)
  forgetInTab(untilKey)
}

/** Leaves a view that ended without the member. Returns the page to load, which says that and why it ended. */
export function endOfView(): string {
  const isOver = Date.now() >= Date.parse(textInTab(untilKey)) - TOLERANCE_MS
  leaveViewing()
  return `/dashboard/team?view=${isOver ? 'over' : 'ended'}`
}
