import type { MediaItem } from '@crewline/contract/messages'
import { MEDIA_LINK_MS } from '@crewline/contract/limits'
import { expiryAfter, linkPath } from './links.ts'
import type { StoredFile } from './rules.ts'

/** A carrier fetches the files of a text within this time, in ms: it tries for hours where a phone is off. */
const CARRIER_LINK_MS = 24 * 3_600_000
/** Links for carriers made within this time are the same, in ms. */
const CARRIER_STEP_MS = 3_600_000

/** A file as browsers see it: links that open it for 5 to 10 minutes, the same within 5 minutes so that browsers can cache. */
export function mediaItem(orgId: string, stored: StoredFile, nowMs: number): MediaItem {
  const { linkKey: _linkKey, ...said } = stored
  const isReady = stored.state === 'ready'
  const expiry = expiryAfter(nowMs, MEDIA_LINK_MS, MEDIA_LINK_MS)
  return {
    ...said,
    url: isReady ? linkPath(orgId, stored, expiry, '') : null,
    thumbUrl: isReady && stored.kind === 'image' ? linkPath(orgId, stored, expiry, 'thumb') : null,
  }
}

/** The address at which a carrier may fetch a file for at least a day; the same within an hour. */
export function carrierLink(publicUrl: string, orgId: string, stored: StoredFile, nowMs: number): string {
  return publicUrl + linkPath(orgId, stored, expiryAfter(nowMs, CARRIER_STEP_MS, CARRIER_LINK_MS), '')
}
