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

function say(urgency: Urgency, text: string): void {
  // A repeated text must differ, or screen readers stay silent the second time.
  const spoken = current[urgency] === text ? `${text}\u00A0` : text
  current = { ...current, [urgency]: spoken }
  for (const listener of listeners) listener()
}

/** Tells screen reader users something: polite at most once in 3 s (the newest wins), assertive at once (errors, threats). */
export function announce(text: string, urgency: Urgency = 'polite'): void {
  if (urgency === 'assertive') return say('assertive', text)
  clearTimeout(waiting)
  const delayMs = Math.max(0, lastPoliteAt + pauseMs - Date.now())
  waiting = setTimeout(() => {
    lastPoliteAt = Date.now()
    say('polite', text)
  }, delayMs)
}

/** The texts the live regions show now; the object changes only when a text changes. */
export function announcements(): Announcements {
  return current
}

/** Calls the listener after each announcement until the returned function is called. */
export function onAnnouncement(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
