import { useEffect, useState } from 'react'

function secondsUntil(at: number): number {
  return Math.max(0, Math.ceil((at - Date.now()) / 1000))
}

/** Whole seconds until a moment in ms since 1970; counts down by itself and ends at 0. */
export function useCountdown(at: number): number {
  const [left, setLeft] = useState(() => secondsUntil(at))
  useEffect(() => {
    setLeft(secondsUntil(at))
    if (at <= Date.now()) return undefined
    const timer = setInterval(() => {
      const rest = secondsUntil(at)
      setLeft(rest)
      if (rest === 0) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [at])
  return left
}

/** Seconds as a clock says them: 0:28. */
export function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
