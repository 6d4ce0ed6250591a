import { useCallback, useEffect, useState } from 'react'
import { useLocation } from 'react-router'

export interface Moving {
  /** True from a change of path until its screen is rendered. */
  isMoving: boolean
  /** Called by the placeholder of a loading screen; returns a function to call when the placeholder is removed. */
  onMoving: () => () => void
}

/** Reports whether a navigation is in progress: at least one frame, and as long as the screen loads. */
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
