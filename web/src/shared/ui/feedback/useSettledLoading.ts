import { useEffect, useRef, useState } from 'react'

const showAfterMs = 150
const keepForMs = 300

/**
 * Returns whether to show a skeleton: only after 150 ms of loading, and then for at least 300 ms, so that nothing
 * flashes.
 */
export function useSettledLoading(isLoading: boolean): boolean {
  const [isVisible, setVisible] = useState(false)
  const shownAt = useRef(0)
  useEffect(() => {
    if (isLoading === isVisible) return
    const delayMs = isLoading ? showAfterMs : Math.max(0, shownAt.current + keepForMs - Date.now())
    const timer = setTimeout(() => {
      if (isLoading) shownAt.current = Date.now()
      setVisible(isLoading)
    }, delayMs)
    return () => clearTimeout(timer)
  }, [isLoading, isVisible])
  return isVisible
}
