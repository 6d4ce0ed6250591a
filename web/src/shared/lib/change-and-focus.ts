import { flushSync } from 'react-dom'

/**
 * Renders a change at once and focuses what it shows. A frame later, the next key would reach the old field, or the
 * focus would be taken from a field that is in use by then.
 */
export function changeAndFocus(change: () => void, find: () => HTMLElement | null | undefined): void {
  flushSync(change)
  find()?.focus()
}
