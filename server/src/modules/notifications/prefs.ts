import type { NotificationPrefs } from '@crewline/contract/notifications'

/** What somebody hears of who has chosen nothing: everything, everywhere. */
export const USUAL_PREFS: NotificationPrefs = {
  inbound: { toast: true, push: true },
  assigned: { toast: true, push: true },
  mention: { toast: true, push: true },
  voicemail: { toast: true, push: true },
  inboundOf: 'all',
  sound: true,
  muteUntil: null,
  quiet: null,
}

/** The choices kept, over the usual ones; a part that was never chosen, or is newer than the choice, is the usual one. */
export function prefsFrom(kept: Partial<NotificationPrefs> | null | undefined): NotificationPrefs {
  return { ...USUAL_PREFS, ...kept }
}

/** Whether push messages are silent for a member at a moment: muted for a time, or in the quiet hours of their zone. */
export function isQuiet(prefs: NotificationPrefs, now: Date, timeZone: string): boolean {
  if (prefs.muteUntil && new Date(prefs.muteUntil) > now) return true
  if (!prefs.quiet) return false
  const { from, to } = prefs.quiet
  const time = clockIn(now, timeZone)
  return from <= to ? time >= from && time < to : time >= from || time < to
}

function clockIn(now: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
    now,
  )
}
