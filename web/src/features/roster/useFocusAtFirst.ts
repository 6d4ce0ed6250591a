import { useEffect, useRef, type RefObject } from 'react'

/**
 * Puts the focus on something as soon as it is there. A dialog looks for where to begin when it opens, while what it is about
 * is still on its way. What stands above stays in sight.
 */
export function useFocusAtFirst<Of extends HTMLElement>(): RefObject<Of | null> {
  const place = useRef<Of>(null)
  useEffect(() => {
    // After the dialog has taken the focus for itself.
    const turn = requestAnimationFrame(() => place.current?.focus({ preventScroll: true }))
    return () => cancelAnimationFrame(turn)
  }, [])
  return place
}
