import { useEffect, useState } from 'react'

const most = 10

function secondsUntil(moment: number): number {
  // A device whose clock is off must not promise more than any choice gives.
  return Math.min(most, Math.max(0, Math.ceil((moment - Date.now()) / 1000)))
}

/** Whole seconds until a moment, counted down; 0 when it has passed. */
export function useSecondsUntil(moment: number): number {
  const [left, setLeft] = useState(() => secondsUntil(moment))
  useEffect(() => {
    setLeft(secondsUntil(moment))
    const timer = setInterval(() => {
      const now = secondsUntil(moment)
      setLeft(now)
      if (now === 0) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [moment])
  return left
}
