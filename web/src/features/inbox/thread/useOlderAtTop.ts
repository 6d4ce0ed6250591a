import { useEffect, useRef, type RefObject } from 'react'
import type { VirtualizerHandle } from 'virtua'

/** Distance from the first loaded message at which older ones are loaded, in px. */
export const loadPx = 400

export interface OlderAtTopOptions {
  virtual: RefObject<VirtualizerHandle | null>
  /** The first loaded message. */
  firstKey: string | undefined
  hasOlder: boolean
  /** Nothing is loading, and the last older page did not fail. */
  isResting: boolean
  onOlder: () => void
}

/**
 * Loads older messages when a load ends and the reader is still at the top: after scrolling on while a page was loading
 * there is nothing left to scroll, so no scroll event would trigger the next load.
 */
export function useOlderAtTop({ virtual, firstKey, hasOlder, isResting, onOlder }: OlderAtTopOptions): void {
  const latestOnOlder = useRef(onOlder)
  useEffect(() => {
    latestOnOlder.current = onOlder
  })
  useEffect(() => {
    if (!isResting || !hasOlder || firstKey === undefined) return
    // New rows are measured in the frame after they are rendered, and the scroll position is corrected then.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        const handle = virtual.current
        if (handle && handle.scrollOffset < loadPx) latestOnOlder.current()
      })
    })
    return () => cancelAnimationFrame(frame)
  }, [virtual, firstKey, hasOlder, isResting])
}
