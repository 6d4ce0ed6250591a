import { useEffect } from 'react'
import { useNavigate } from 'react-router'

const places: Record<string, string> = { i: '/dashboard/inbox', c: '/dashboard/contacts' }
const togetherMs = 1000

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
}

/** G, then a letter within a second, goes to a page; never while typing. */
export function useGoKeys(): void {
  const navigate = useNavigate()
  useEffect(() => {
    let pressedAt = -Infinity
    function hear(event: KeyboardEvent): void {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      const key = event.key.toLowerCase()
      const place = places[key]
      if (place && event.timeStamp - pressedAt < togetherMs) {
        event.preventDefault()
        event.stopImmediatePropagation()
        pressedAt = -Infinity
        void navigate(place)
      } else if (key === 'g') pressedAt = event.timeStamp
    }
    // Before the single keys of the page: C alone means something else.
    document.addEventListener('keydown', hear, true)
    return () => document.removeEventListener('keydown', hear, true)
  }, [navigate])
}
