import { VisuallyHidden } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { announcements, onAnnouncement } from './announce.ts'

/** The page's two live regions; mounted once by AppProviders and fed by `announce()`. */
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
