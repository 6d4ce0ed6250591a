import { startTransition, useCallback, useEffect, useState } from 'react'

/** A fallback, because a page in the background renders no frames. */
const latestMs = 100

/** Calls `act` once the frame of the current change has been painted; returns a cancel function. */
export function afterPaint(action: () => void): () => void {
  const late = setTimeout(go, latestMs)
  let drawn: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    drawn = setTimeout(go)
  })
  function callOff(): void {
    cancelAnimationFrame(frame)
    clearTimeout(drawn)
    clearTimeout(late)
  }
  function go(): void {
    callOff()
    action()
  }
  return callOff
}

/**
 * Keeps the previous value until the frame of the current change has been painted, so that the requested change renders
 * first and the rest follows.
 */
export function useAfterPaint<T>(): [held: T | undefined, hold: (value: T) => void] {
  const [held, setHeld] = useState<T>()
  useEffect(() => (held === undefined ? undefined : afterPaint(() => setHeld(undefined))), [held])
  return [held, useCallback((value: T) => setHeld(() => value), [])]
}

/**
 * Returns a value one painted frame late and in a transition: dependents render after the response to the click,
 * interruptible by other input.
 */
export function useFollowing(value: string): string {
  const [followed, setFollowed] = useState(value)
  useEffect(
    () => (followed === value ? undefined : afterPaint(() => startTransition(() => setFollowed(value)))),
    [followed, value],
  )
  return followed
}
