import { useCallback, useEffect, useState } from 'react'

/** When a page in the background draws nothing. */
const latestMs = 100

/** Holds on to what was shown until the frame that the present change draws is on the screen: what is asked for answers first, the rest follows. */
export function useAfterPaint<T>(): [held: T | undefined, hold: (value: T) => void] {
  const [held, setHeld] = useState<T>()
  useEffect(() => {
    if (held === undefined) return
    const letGo = () => setHeld(undefined)
    const late = setTimeout(letGo, latestMs)
    let drawn: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      drawn = setTimeout(letGo)
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(drawn)
      clearTimeout(late)
    }
  }, [held])
  return [held, useCallback((value: T) => setHeld(() => value), [])]
}
