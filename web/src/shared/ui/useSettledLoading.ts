import { useEffect, useRef, useState } from 'react'

const showAfterMs = 150
const keepForMs = 300

/** Whether a skeleton is due: only after 150 ms of loading, and then for at least 300 ms, so that nothing flashes. */
export function useSettledLoading(isLoading: boolean): boolean {
  const [isShown, setShown] = useState(false)
  const shownAt = useRef(0)
  useEffect(() => {
    if (isLoading === isShown) return
    const delayMs = isLoading ? showAfterMs : Math.max(0, shownAt.current + keepForMs - Date.now())
    const timer = setTimeout(() => {
      if (isLoading) shownAt.current = Date.now()
      setShown(isLoading)
    }, delayMs)
    return () => clearTimeout(timer)
  }, [isLoading, isShown])
  return isShown
}
