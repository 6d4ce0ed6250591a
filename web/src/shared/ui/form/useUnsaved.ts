import { useContext, useLayoutEffect, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { CloseAsksContext } from '../overlay/close-asks.ts'
import { useCloseGuard } from './useLeaveGuard.tsx'

export interface Unsaved {
  /** The dialog to render. */
  question: ReactNode
  /** Closes after a question if something would be lost: for Cancel. */
  leave: (go: () => void) => void
  /** Closes or navigates without a question: after everything is saved. */
  done: (go: () => void) => void
}

/**
 * Asks once before a drawer around a form is closed, or its page is left, with values that differ from the first ones:
 * by Escape, the close button, a click outside, Back and links.
 */
export function useUnsaved(values: unknown): Unsaved {
  return useUnsavedIf(useIsChanged(values))
}

/** Does what `useUnsaved` does, for a form that knows whether something would be lost. */
export function useUnsavedIf(isDirty: boolean): Unsaved {
  const setAsks = useContext(CloseAsksContext)
  const [isOver, setOver] = useState(false)
  if (isOver && !isDirty) setOver(false)
  const guard = useCloseGuard(isDirty && !isOver)
  // The guard holds every navigation, and is gone only when the page was drawn without it.
  function done(go: () => void): void {
    if (isDirty) flushSync(() => setOver(true))
    go()
  }
  const leave = (go: () => void): void => guard.close(() => done(go))
  // Before the page is drawn: a passive effect may run after the click or the Escape that follows what was typed.
  useLayoutEffect(() => {
    setAsks?.(leave)
    return () => setAsks?.(undefined)
  })
  return { question: guard.question, leave, done }
}

/** Returns whether values differ from those of the first time. */
export function useIsChanged(values: unknown): boolean {
  const now = JSON.stringify(values)
  const [first] = useState(now)
  return now !== first
}
