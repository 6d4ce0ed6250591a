import { useEffect, useState } from 'react'

/** Returns whether the page is visible. */
export function useIsVisible(): boolean {
  const [isVisible, setVisible] = useState(document.visibilityState === 'visible')
  useEffect(() => {
    const update = () => setVisible(document.visibilityState === 'visible')
    document.addEventListener('visibilitychange', update)
    return () => document.removeEventListener('visibilitychange', update)
  }, [])
  return isVisible
}
