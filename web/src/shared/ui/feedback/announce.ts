export type Urgency = 'polite' | 'assertive'
export interface Announcements {
  polite: string
  assertive: string
}

const pauseMs = 3000
const listeners = new Set<() => void>()
let current: Announcements = { polite: '', assertive: '' }
let lastPoliteAt = -Infinity
let waiting: ReturnType<typeof setTimeout> | undefined

function setAnnouncement(urgency: Urgency, text: string): void {
  // A repeated text must differ, or screen readers do not read it the second time.
  const announcement = current[urgency] === text ? `${text}\u00A0` : text
  current = { ...current, [urgency]: announcement }
  for (const listener of listeners) listener()
}

/**
 * Announces a text to screen readers: polite at most once in 3 s (the newest wins), assertive at once (errors,
 * threats).
 */
export function announce(text: string, urgency: Urgency = 'polite'): void {
  if (urgency === 'assertive') return setAnnouncement('assertive', text)
  clearTimeout(waiting)
  const delayMs = Math.max(0, lastPoliteAt + pauseMs - Date.now())
  waiting = setTimeout(() => {
    lastPoliteAt = Date.now()
    setAnnouncement('polite', text)
  }, delayMs)
}

/** Returns the current texts of the live regions; the object changes only when a text changes. */
export function announcements(): Announcements {
  return current
}

/** Calls the listener after each announcement until the returned function is called. */
export function onAnnouncement(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
