import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { singleKeysOn } from '../../shared/lib/single-keys.ts'
import { useSession } from '../../shared/lib/session/select.ts'
import { hiddenNavigationItems, navigationItems } from './places.ts'

const all = [...navigationItems, ...hiddenNavigationItems]
const togetherMs = 1000

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
}

/** G, then a letter within one second, opens a page; G O opens the organizations. Off while typing. */
export function useGoKeys(onOrganizations: () => void): void {
  const navigate = useNavigate()
  const permissions = useSession(({ auth }) => auth.user?.permissions)
  useEffect(() => {
    let pressedAt = -Infinity
    function goTo(key: string): (() => void) | undefined {
      const item = all.find(({ keys }) => keys.at(-1)?.toLowerCase() === key)
      if (!item || (item.can && !permissions?.includes(item.can))) return undefined
      return () => void navigate(item.path)
    }
    function handleKeyDown(event: KeyboardEvent): void {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || !singleKeysOn()) return
      const key = event.key.toLowerCase()
      const action = key === 'o' ? onOrganizations : goTo(key)
      if (action && event.timeStamp - pressedAt < togetherMs) {
        event.preventDefault()
        event.stopImmediatePropagation()
        pressedAt = -Infinity
        action()
      } else if (key === 'g') pressedAt = event.timeStamp
    }
    // Runs before the single-key shortcuts of the page: C alone means something else.
    document.addEventListener('keydown', handleKeyDown, true)
    return () => document.removeEventListener('keydown', handleKeyDown, true)
  }, [navigate, permissions, onOrganizations])
}
