import { NavigationProgress, nprogress } from '@mantine/nprogress'
import { useEffect } from 'react'

export interface ProgressBarProps {
  /** True while a navigation is under way. */
  isMoving: boolean
}

const startAt = 60
const stopDelayMs = 200

/** The 3 px blue line at the top: starts at 60 with each navigation, completes 200 ms after it ends. */
export function ProgressBar({ isMoving }: ProgressBarProps) {
  useEffect(() => {
    if (!isMoving) return
    // complete() goes back to 0, so that each start must set the place again.
    nprogress.set(startAt)
    nprogress.start()
    return () => {
      setTimeout(nprogress.complete, stopDelayMs)
    }
  }, [isMoving])
  return <NavigationProgress color="blue" size={3} aria-hidden />
}
