import type { Conversation } from '@crewline/contract/inbox'

/** The state of a row that needs attention. */
export type RowChip = 'failed' | 'draft' | 'voicemail' | 'scheduled' | 'opted_out'

const failed = new Set(['undelivered', 'failed', 'suppressed', 'expired', 'quarantined'])

/** Returns the most urgent state of a row: not delivered, draft, voicemail, scheduled, opted out. */
export function chipOf({ lastMessage, shared, contact }: Conversation, draft: string): RowChip | undefined {
  if (shared.failed || (lastMessage?.direction === 'out' && failed.has(lastMessage.state))) return 'failed'
  if (draft !== '') return 'draft'
  if (shared.unheardVoicemails > 0) return 'voicemail'
  if (shared.nextScheduledAt !== null) return 'scheduled'
  return contact.reach === 'opted_out' ? 'opted_out' : undefined
}

/**
 * Converts a duration to its largest whole unit for `Intl`: minutes up to one hour, hours up to two days, then days.
 */
export function waitingTimeOf(since: string, now: number): { value: number; unit: 'minute' | 'hour' | 'day' } {
  const minutes = Math.max(0, Math.floor((now - Date.parse(since)) / 60_000))
  if (minutes < 60) return { value: minutes, unit: 'minute' }
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? { value: hours, unit: 'hour' } : { value: Math.floor(hours / 24), unit: 'day' }
}

/**
 * The meaning of the first symbol of a preview: for a file without text the server starts the preview with a symbol.
 */
export type FileSign = 'image' | 'video' | 'audio' | 'document'
const signs: Record<string, FileSign> = { '📷': 'image', '🎬': 'video', '🎧': 'audio', '📎': 'document' }

/** Splits a preview into its symbol, which is drawn as an icon, and its text. */
export function previewParts(preview: string): { sign: FileSign | undefined; text: string } {
  const [first = '', ...rest] = preview.split(' ')
  const sign = rest.length > 0 ? signs[first] : undefined
  return { sign, text: sign ? rest.join(' ') : preview }
}
