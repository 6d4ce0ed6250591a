/** Returns the buffered text after a key press; undefined for a key that does not edit text. */
export function textAfter(text: string, key: string): string | undefined {
  if (key === 'Backspace') return Array.from(text).slice(0, -1).join('')
  // There is nothing to choose yet.
  if (key === 'Enter') return text
  return Array.from(key).length === 1 ? text + key : undefined
}

let buffered = ''
let leave: (() => void) | undefined

function stop(): void {
  window.removeEventListener('keydown', handleKey, true)
  window.removeEventListener('pointerdown', stop, true)
  leave = undefined
  buffered = ''
}

function handleKey(event: KeyboardEvent): void {
  const isShortcut = (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph')
  if (isShortcut || event.isComposing) return
  // Tab or a click moves on in the page and ends the buffering.
  if (event.key === 'Tab') return stop()
  const after = textAfter(buffered, event.key)
  if (after === undefined && event.key !== 'Escape') return
  event.preventDefault()
  event.stopImmediatePropagation()
  if (after !== undefined) buffered = after
  else {
    const close = leave
    stop()
    close?.()
  }
}

/**
 * Buffers typed text until `takeTyped` passes it to its field: no key reaches the page or triggers a shortcut. Escape
 * ends it and calls `onEscape`; a click ends it without a call.
 */
export function catchTyped(onEscape: () => void): void {
  if (!leave) {
    window.addEventListener('keydown', handleKey, true)
    window.addEventListener('pointerdown', stop, true)
  }
  leave = onEscape
}

/** Ends the buffering and returns the typed text. */
export function takeTyped(): string {
  const typed = buffered
  stop()
  return typed
}
