import { useEffect, useRef, type RefObject } from 'react'
import type { VirtualizerHandle } from 'virtua'

/** Older messages are asked for this near to the first that is loaded, in pixels. */
export const loadPx = 400

export interface OlderAsked {
  virtual: RefObject<VirtualizerHandle | null>
  /** The first message that is loaded. */
  firstKey: string | undefined
  hasOlder: boolean
  /** Nothing is being loaded, and the last older page did not fail. */
  isResting: boolean
  onOlder: () => void
}

/**
 * Asks for older messages when loading ends and the reader stands at the top nevertheless: who turned the wheel on while a page
 * was on its way has nothing left to scroll, and no scroll would ask again.
 */
export function useOlderAtTop({ virtual, firstKey, hasOlder, isResting, onOlder }: OlderAsked): void {
  const ask = useRef(onOlder)
  useEffect(() => {
    ask.current = onOlder
  })
  useEffect(() => {
    if (!isResting || !hasOlder || firstKey === undefined) return
    // Rows that came are measured in the frame after they are drawn, and the place is corrected then.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        const handle = virtual.current
        if (handle && handle.scrollOffset < loadPx) ask.current()
      })
    })
    return () => cancelAnimationFrame(frame)
  }, [virtual, firstKey, hasOlder, isResting])
}
