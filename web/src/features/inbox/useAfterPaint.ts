import { startTransition, useCallback, useEffect, useState } from 'react'

/** When a page in the background draws nothing. */
const latestMs = 100

/** Acts once the frame that the present change draws is on the screen; answers how to call it off. */
export function afterPaint(act: () => void): () => void {
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
    act()
  }
  return callOff
}

/** Holds on to what was shown until the frame that the present change draws is on the screen: what is asked for answers first, the rest follows. */
export function useAfterPaint<T>(): [held: T | undefined, hold: (value: T) => void] {
  const [held, setHeld] = useState<T>()
  useEffect(() => (held === undefined ? undefined : afterPaint(() => setHeld(undefined))), [held])
  return [held, useCallback((value: T) => setHeld(() => value), [])]
}

/** A value one drawn frame late: what hangs on it follows what answers the press, in pieces that let other presses through. */
export function useFollowing(value: string): string {
  const [followed, setFollowed] = useState(value)
  useEffect(
    () => (followed === value ? undefined : afterPaint(() => startTransition(() => setFollowed(value)))),
    [followed, value],
  )
  return followed
}
