/**
 * Moves a pinned app to the place of another one. Pins that are not shown, of apps that are off, keep their places, so
 * that they are back when the app is on again.
 */
export function withPinMoved(stored: readonly string[], shown: readonly string[], from: number, to: number): string[] {
  const [key] = shown.slice(from, from + 1)
  if (key === undefined || to < 0 || to >= shown.length) return [...stored]
  const order = shown.toSpliced(from, 1).toSpliced(to, 0, key)
  return stored.map((pin) => (shown.includes(pin) ? (order.shift() ?? pin) : pin))
}

/** Adds a pin at the end, or removes it. */
export function withPinToggled(stored: readonly string[], key: string): string[] {
  return stored.includes(key) ? stored.filter((pin) => pin !== key) : [...stored, key]
}
