let last: Element | null = null

/**
 * Remembers what gets the focus. The item of a menu stands for the button of the menu, because the menu closes, and a menu
 * that is removed at once leaves the focus nowhere for a moment.
 */
export function followFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element)) return
    const menu = target.closest('[role="menu"]')
    last = document.getElementById(menu?.getAttribute('aria-labelledby') ?? '') ?? target
  })
}

/** Returns what got the focus last; it may no longer have it, or be gone. */
export function lastFocused(): Element | null {
  return last
}
