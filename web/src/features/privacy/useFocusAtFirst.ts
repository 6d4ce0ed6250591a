import { useEffect, useRef, type RefObject } from 'react'

/**
 * Focuses an element as soon as it is rendered. A dialog chooses its initial focus when it opens, while its content is
 * still loading. Does not scroll, so that content above stays in view.
 */
export function useFocusAtFirst<Of extends HTMLElement>(): RefObject<Of | null> {
  const target = useRef<Of>(null)
  useEffect(() => {
    // After the dialog has set its own focus.
    const turn = requestAnimationFrame(() => target.current?.focus({ preventScroll: true }))
    return () => cancelAnimationFrame(turn)
  }, [])
  return target
}
