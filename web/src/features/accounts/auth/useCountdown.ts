import { useEffect, useState } from 'react'
import { useOnChange } from '../../../shared/lib/use-on-change.ts'

function secondsUntil(at: number): number {
  return Math.max(0, Math.ceil((at - Date.now()) / 1000))
}

/** Returns the whole seconds until a moment in ms since 1970; updates every second and ends at 0. */
export function useCountdown(at: number): number {
  const [secondsLeft, setSecondsLeft] = useState(() => secondsUntil(at))
  useOnChange(at, () => setSecondsLeft(secondsUntil(at)))
  useEffect(() => {
    if (at <= Date.now()) return undefined
    const timer = setInterval(() => {
      const remaining = secondsUntil(at)
      setSecondsLeft(remaining)
      if (remaining === 0) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [at])
  return secondsLeft
}

/** Formats seconds as a clock: 0:28. */
export function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
