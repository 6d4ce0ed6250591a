import { useEffect, useState } from 'react'
import { useOnChange } from '../../../shared/lib/use-on-change.ts'

const most = 10

function secondsUntil(moment: number): number {
  // Limits the countdown to the longest undo time, in case the clock of the device is wrong.
  return Math.min(most, Math.max(0, Math.ceil((moment - Date.now()) / 1000)))
}

/** Returns the whole seconds until a time, counted down; 0 when it has passed. */
export function useSecondsUntil(moment: number): number {
  const [secondsLeft, setSecondsLeft] = useState(() => secondsUntil(moment))
  useOnChange(moment, () => setSecondsLeft(secondsUntil(moment)))
  useEffect(() => {
    const timer = setInterval(() => {
      const now = secondsUntil(moment)
      setSecondsLeft(now)
      if (now === 0) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [moment])
  return secondsLeft
}
