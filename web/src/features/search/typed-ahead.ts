/** What a key does to words that are caught before there is a field for them; undefined where it is no key of words. */
export function wordsAfter(words: string, key: string): string | undefined {
  if (key === 'Backspace') return Array.from(words).slice(0, -1).join('')
  // There is nothing to choose yet.
  if (key === 'Enter') return words
  return Array.from(key).length === 1 ? words + key : undefined
}

let words = ''
let leave: (() => void) | undefined

function stop(): void {
  window.removeEventListener('keydown', hear, true)
  window.removeEventListener('pointerdown', stop, true)
  leave = undefined
  words = ''
}

function hear(event: KeyboardEvent): void {
  const isShortcut = (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph')
  if (isShortcut || event.isComposing) return
  // Whoever moves on by keys or pointer means the page again.
  if (event.key === 'Tab') return stop()
  const after = wordsAfter(words, event.key)
  if (after === undefined && event.key !== 'Escape') return
  event.preventDefault()
  event.stopImmediatePropagation()
  if (after !== undefined) words = after
  else {
    const close = leave
    stop()
    close?.()
  }
}

/**
 * Catches what is typed from now on, until `takeTyped` hands it to the field that it is meant for: no key goes to the page,
 * nor sets off a shortcut. Escape ends it and calls `onEscape`; so does pointing somewhere, without a call.
 */
export function catchTyped(onEscape: () => void): void {
  if (!leave) {
    window.addEventListener('keydown', hear, true)
    window.addEventListener('pointerdown', stop, true)
  }
  leave = onEscape
}

/** Ends the catching and answers what was typed meanwhile. */
export function takeTyped(): string {
  const typed = words
  stop()
  return typed
}
