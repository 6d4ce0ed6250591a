import { PROGRESS_HEIGHT_PX, PROGRESS_START, PROGRESS_STOP_DELAY_MS } from '@crewline/contract/limits'
import { NavigationProgress, nprogress } from '@mantine/nprogress'
import { useEffect } from 'react'

export interface ProgressBarProps {
  /** True while a navigation is in progress. */
  isMoving: boolean
}

/** The 3 px blue bar at the top: starts at 60% with each navigation and completes 200 ms after it ends. */
export function ProgressBar({ isMoving }: ProgressBarProps) {
  useEffect(() => {
    if (!isMoving) return
    // complete() resets to 0, so each start must set the position again.
    nprogress.set(PROGRESS_START * 100)
    nprogress.start()
    return () => {
      setTimeout(nprogress.complete, PROGRESS_STOP_DELAY_MS)
    }
  }, [isMoving])
  return <NavigationProgress color="blue" size={PROGRESS_HEIGHT_PX} aria-hidden />
}
