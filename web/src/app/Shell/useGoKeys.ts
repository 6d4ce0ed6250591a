import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { singleKeysOn } from '../../shared/lib/single-keys.ts'
import { useSession } from '../../shared/lib/session/select.ts'
import { hiddenPlaces, places } from './places.ts'

const all = [...places, ...hiddenPlaces]
const togetherMs = 1000

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
}

/** G, then a letter within a second, goes to a page, G O to the organizations; never while typing. */
export function useGoKeys(onOrganizations: () => void): void {
  const navigate = useNavigate()
  const permissions = useSession(({ auth }) => auth.user?.permissions)
  useEffect(() => {
    let pressedAt = -Infinity
    function goTo(key: string): (() => void) | undefined {
      const place = all.find(({ keys }) => keys.at(-1)?.toLowerCase() === key)
      if (!place || (place.can && !permissions?.includes(place.can))) return undefined
      return () => void navigate(place.path)
    }
    function hear(event: KeyboardEvent): void {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || !singleKeysOn()) return
      const key = event.key.toLowerCase()
      const act = key === 'o' ? onOrganizations : goTo(key)
      if (act && event.timeStamp - pressedAt < togetherMs) {
        event.preventDefault()
        event.stopImmediatePropagation()
        pressedAt = -Infinity
        act()
      } else if (key === 'g') pressedAt = event.timeStamp
    }
    // Before the single keys of the page: C alone means something else.
    document.addEventListener('keydown', hear, true)
    return () => document.removeEventListener('keydown', hear, true)
  }, [navigate, permissions, onOrganizations])
}
