import { PROGRESS_HEIGHT_PX, PROGRESS_START, PROGRESS_STOP_DELAY_MS } from '@crewline/contract/limits'
import { NavigationProgress, nprogress } from '@mantine/nprogress'
import { useEffect } from 'react'

export interface ProgressBarProps {
  /** True while a navigation is under way. */
  isMoving: boolean
}

/** The 3 px blue line at the top: starts at 60 with each navigation, completes 200 ms after it ends. */
export function ProgressBar({ isMoving }: ProgressBarProps) {
  useEffect(() => {
    if (!isMoving) return
    // complete() goes back to 0, so that each start must set the place again.
    nprogress.set(PROGRESS_START * 100)
    nprogress.start()
    return () => {
      setTimeout(nprogress.complete, PROGRESS_STOP_DELAY_MS)
    }
  }, [isMoving])
  return <NavigationProgress color="blue" size={PROGRESS_HEIGHT_PX} aria-hidden />
}
