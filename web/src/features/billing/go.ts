import { useEffect } from 'react'

/** Leaves for a page of the payment service. */
export function leaveFor(url: string): void {
  globalThis.location.assign(url)
}

/** Calls this when Back returns from such a page and the browser shows this one as it was left. */
export function useReturn(onReturn: () => void): void {
  useEffect(() => {
    const returned = ({ persisted }: PageTransitionEvent) => {
      if (persisted) onReturn()
    }
    globalThis.addEventListener('pageshow', returned)
    return () => globalThis.removeEventListener('pageshow', returned)
  }, [onReturn])
}
