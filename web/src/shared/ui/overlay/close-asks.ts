import { createContext, useCallback, useRef } from 'react'

/** Closes a drawer, or asks first. */
export type Close = (go: () => void) => void

/** Tells the drawer around a form what asks before it closes; undefined when nothing does. */
export const CloseAsksContext = createContext<((asks: Close | undefined) => void) | undefined>(undefined)

/** For a drawer: the value of the context around its content, and what closes it, unless a form in it asks first. */
export function useCloseAsks(onClose: () => void): { setAsks: (asks: Close | undefined) => void; close: () => void } {
  const current = useRef<Close>(undefined)
  const setAsks = useCallback((asks: Close | undefined) => {
    current.current = asks
  }, [])
  const close = () => {
    if (current.current) current.current(onClose)
    else onClose()
  }
  return { setAsks, close }
}
