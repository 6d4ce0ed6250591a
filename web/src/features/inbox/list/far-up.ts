/** The scroll position of a thread, in px. */
interface ScrollPosition {
  /** Distance to the end of the content. */
  distanceToEnd: number
  /** Height of the box; an on-screen keyboard shrinks it. */
  viewport: number
  /** The box sticks to the end while its size changes. */
  isAtEnd: boolean
}

/**
 * Returns whether the end is more than two screens away; never while the box sticks to the end, however small it is for
 * a moment.
 */
export function isEndFarAway({ distanceToEnd, viewport, isAtEnd }: ScrollPosition): boolean {
  return !isAtEnd && distanceToEnd > viewport * 2
}
