import { VisuallyHidden } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { announcements, onAnnouncement } from './announce.ts'

/** Renders the two live regions of the page; mounted once by AppProviders and filled by `announce()`. */
export function LiveRegion() {
  const { polite, assertive } = useSyncExternalStore(onAnnouncement, announcements)
  return (
    <>
      <VisuallyHidden role="status" aria-live="polite">
        {polite}
      </VisuallyHidden>
      <VisuallyHidden role="alert" aria-live="assertive">
        {assertive}
      </VisuallyHidden>
    </>
  )
}
