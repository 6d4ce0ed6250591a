let isPressed = false
let presses = 0
const waiting: (() => void)[] = []

/** Shows what waits, unless a button was pressed again meanwhile. */
function release(press: number): void {
  if (press !== presses) return
  isPressed = false
  for (const act of waiting.splice(0)) act()
}

/**
 * Follows the pointer, so that `whenReleased` can wait. A click follows the release of its button in the same task, so what
 * waits is shown after it; what the click itself changes does not wait.
 */
export function followPointer(page: Pick<Window, 'addEventListener'> = window): void {
  const later = () => {
    const press = presses
    setTimeout(() => release(press))
  }
  const capture = { capture: true, passive: true }
  page.addEventListener(
    'pointerdown',
    ({ button }) => {
      // Another button opens a menu of the browser, which may keep its release.
      if (button !== 0) return
      isPressed = true
      presses += 1
    },
    capture,
  )
  page.addEventListener('click', () => (isPressed = false), capture)
  for (const end of ['pointerup', 'pointercancel']) page.addEventListener(end, later, capture)
  // Of the window alone: a press takes the focus from a field, whose event is only captured here.
  page.addEventListener('blur', later, { passive: true })
  // A button that was released outside of the window.
  page.addEventListener('pointermove', ({ buttons }) => (isPressed && buttons === 0 ? later() : undefined), capture)
}

/**
 * Shows something now, or as soon as the pointer is released: what appears between the press and the release of a button
 * takes the click from what was pressed.
 */
export function whenReleased(show: () => void): void {
  if (isPressed) waiting.push(show)
  else show()
}

/** Resolves now, or as soon as the pointer is released. */
export const released = (): Promise<void> => new Promise(whenReleased)

/**
 * Returns a store for the page to draw from, which tells of no change while a button is pressed: an answer of the server, an
 * event or a lost connection that adds a line at the top would move what is pressed, and the browser would send no click.
 */
export function pausedWhilePressed<S extends { subscribe: (listener: () => void) => () => void }>(store: S): S {
  return {
    ...store,
    subscribe(listener) {
      let isWaiting = false
      return store.subscribe(() => {
        if (!isPressed) return listener()
        if (isWaiting) return
        isWaiting = true
        whenReleased(() => {
          isWaiting = false
          listener()
        })
      })
    },
  }
}
