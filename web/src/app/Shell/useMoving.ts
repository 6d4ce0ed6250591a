import { useCallback, useEffect, useState } from 'react'
import { useLocation } from 'react-router'

export interface Moving {
  /** True from a change of path until its screen is there. */
  isMoving: boolean
  /** Told by whatever stands in for a screen that still loads; answers how to say that it is gone. */
  onMoving: () => () => void
}

/** Whether a navigation is under way: for one frame at least, and as long as a screen loads. */
export function useMoving(): Moving {
  const { pathname } = useLocation()
  const [waiting, setWaiting] = useState(0)
  const [arrived, setArrived] = useState(pathname)
  useEffect(() => {
    const frame = requestAnimationFrame(() => setArrived(pathname))
    return () => cancelAnimationFrame(frame)
  }, [pathname])
  const onMoving = useCallback(() => {
    setWaiting((count) => count + 1)
    return () => setWaiting((count) => count - 1)
  }, [])
  return { isMoving: waiting > 0 || arrived !== pathname, onMoving }
}
