/** Where a reader is in a thread, in px. */
interface Place {
  /** What is below the box. */
  left: number
  /** How high the box is, which a keyboard makes low. */
  viewport: number
  /** The reader is kept at the end while the box changes. */
  isAtEnd: boolean
}

/** Whether the end is more than two screens away: never for who is kept at it, however low the box is for a moment. */
export function isFarUpIn({ left, viewport, isAtEnd }: Place): boolean {
  return !isAtEnd && left > viewport * 2
}
