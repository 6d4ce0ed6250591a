import type { MediaItem } from '@crewline/contract/messages'
import { MEDIA_LINK_MS } from '@crewline/contract/limits'
import { expiryAfter, linkPath } from './links.ts'
import type { StoredFile } from './rules.ts'

/** How long carrier links last, in ms: a carrier may retry for hours while a phone is off. */
const CARRIER_LINK_MS = 24 * 3_600_000
/** Carrier links created within this time are identical, in ms. */
const CARRIER_STEP_MS = 3_600_000

/**
 * Returns a file for browsers, with links that open it for 5 to 10 minutes and stay the same within 5 minutes, for
 * caching.
 */
export function mediaItem(orgId: string, stored: StoredFile, nowMs: number): MediaItem {
  const { linkKey: _linkKey, ...file } = stored
  const isReady = stored.state === 'ready'
  const expiry = expiryAfter(nowMs, MEDIA_LINK_MS, MEDIA_LINK_MS)
  return {
    ...file,
    url: isReady ? linkPath(orgId, stored, expiry, '') : null,
    thumbUrl: isReady && stored.kind === 'image' ? linkPath(orgId, stored, expiry, 'thumb') : null,
  }
}

/** Returns the URL at which a carrier can fetch a file for at least a day. It is the same within an hour. */
export function carrierLink(publicUrl: string, orgId: string, stored: StoredFile, nowMs: number): string {
  return publicUrl + linkPath(orgId, stored, expiryAfter(nowMs, CARRIER_STEP_MS, CARRIER_LINK_MS), '')
}

/** Returns a file that was ready when it was attached, for browsers: if it is not, its retention period has ended. */
export function attachedItem(orgId: string, stored: StoredFile, nowMs: number): MediaItem {
  const item = mediaItem(orgId, stored, nowMs)
  return stored.state === 'refused' ? { ...item, state: 'deleted', name: '', bytes: 0 } : item
}
