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
 * waits is shown after it.
 */
export function followPointer(page: Pick<Window, 'addEventListener'> = window): void {
  const later = () => {
    const press = presses
    setTimeout(() => release(press))
  }
  const capture = { capture: true, passive: true }
  page.addEventListener(
    'pointerdown',
    () => {
      isPressed = true
      presses += 1
    },
    capture,
  )
  for (const end of ['pointerup', 'pointercancel', 'blur']) page.addEventListener(end, later, capture)
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
