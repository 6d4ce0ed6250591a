import { clockIn } from '@crewline/contract/calendar'
import type { NotificationPrefs } from '@crewline/contract/notifications'

/** The default preferences: every notification, everywhere. */
export const USUAL_PREFS: NotificationPrefs = {
  inbound: { toast: true, push: true },
  assigned: { toast: true, push: true },
  mention: { toast: true, push: true },
  voicemail: { toast: true, push: true },
  inboundOf: 'all',
  digest: 'off',
  sound: true,
  muteUntil: null,
  quiet: null,
}

/** Returns the stored preferences merged over the defaults. A part never chosen, or added later, keeps its default. */
export function prefsFrom(stored: Partial<NotificationPrefs> | null | undefined): NotificationPrefs {
  return { ...USUAL_PREFS, ...stored }
}

/**
 * Returns whether push messages and digests are held back for a member at a moment: muted, or within the quiet hours of their zone.
 */
export function isQuiet(prefs: NotificationPrefs, now: Date, timeZone: string): boolean {
  if (prefs.muteUntil && new Date(prefs.muteUntil) > now) return true
  if (!prefs.quiet) return false
  const { from, to } = prefs.quiet
  const time = clockIn(timeZone, now)
  return from <= to ? time >= from && time < to : time >= from || time < to
}
