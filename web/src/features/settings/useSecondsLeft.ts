import { useEffect, useState } from 'react'

const secondsUntil = (at: number) => Math.max(0, Math.ceil((at - Date.now()) / 1000))

/** Whole seconds until a moment in ms since 1970; counts down by itself and ends at 0. */
export function useSecondsLeft(at: number): number {
  const [left, setLeft] = useState(() => secondsUntil(at))
  useEffect(() => {
    setLeft(secondsUntil(at))
    const timer = setInterval(() => setLeft(secondsUntil(at)), 500)
    return () => clearInterval(timer)
  }, [at])
  return left
}
