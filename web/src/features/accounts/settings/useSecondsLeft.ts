import { useEffect, useState } from 'react'
import { useOnChange } from '../../../shared/lib/use-on-change.ts'

const secondsUntil = (at: number) => Math.max(0, Math.ceil((at - Date.now()) / 1000))

/** Returns the whole seconds until a time in ms since 1970; counts down to 0. */
export function useSecondsLeft(at: number): number {
  const [secondsLeft, setSecondsLeft] = useState(() => secondsUntil(at))
  useOnChange(at, () => setSecondsLeft(secondsUntil(at)))
  useEffect(() => {
    const timer = setInterval(() => setSecondsLeft(secondsUntil(at)), 500)
    return () => clearInterval(timer)
  }, [at])
  return secondsLeft
}
