const hourMs = 3_600_000
const morning = 8

/** Returns the end of a mute chosen now: in one hour, or at 8 tomorrow morning local time. */
export function muteEnd(length: 'hour' | 'tomorrow', now: Date): string {
  if (length === 'hour') return new Date(now.getTime() + hourMs).toISOString()
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, morning).toISOString()
}

/** Returns until when notifications are muted; undefined when they are not. */
export function mutedUntil(until: string | null, now: Date): Date | undefined {
  if (until === null) return undefined
  const end = new Date(until)
  return end > now ? end : undefined
}
