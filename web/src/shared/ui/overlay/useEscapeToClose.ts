import { useWindowEvent } from '@mantine/hooks'
import { useRef, type RefObject } from 'react'

/** For each Escape that is being handled, the dialog that was on top before any listener saw it. */
const topDialogs = new WeakMap<KeyboardEvent, Element | undefined>()

// Registered before the listeners of all dialogs that use this: one that closes may be gone when the next one looks. Tests
// without a browser have no window.
globalThis.window?.addEventListener(
  'keydown',
  (event) => {
    if (event.key !== 'Escape') return
    topDialogs.set(event, [...document.querySelectorAll('[role="dialog"][aria-modal="true"]')].at(-1))
  },
  { capture: true },
)

/**
 * Closes a dialog or drawer by Escape unless another one is above it: in place of `closeOnEscape`, which closes all that
 * are open. Returns the ref of its content, or of what holds it. A control with an open list of its own handles the key first.
 */
export function useEscapeToClose<T extends Element>(isOpen: boolean, close: () => void): RefObject<T | null> {
  const content = useRef<T>(null)
  useWindowEvent(
    'keydown',
    (event) => {
      if (!isOpen || event.key !== 'Escape' || event.isComposing) return
      if (event.target instanceof Element && event.target.getAttribute('data-mantine-stop-propagation') === 'true')
        return
      const top = topDialogs.get(event)
      if (top && content.current && (top.contains(content.current) || content.current.contains(top))) close()
    },
    { capture: true },
  )
  return content
}
