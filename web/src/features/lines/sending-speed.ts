/**
 * Parses a typed rate limit in messages per second: undefined when empty, null when it is not a number from 0.1 to
 * 1,000.
 */
export function sendingSpeedFrom(typed: string): number | undefined | null {
  const text = typed.trim().replace(',', '.')
  if (text === '') return undefined
  const rate = Number(text)
  return rate >= 0.1 && rate <= 1000 ? rate : null
}
