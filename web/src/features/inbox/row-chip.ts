import type { Conversation } from '@crewline/contract/inbox'

/** The one thing of a row that needs attention. */
export type RowChip = 'failed' | 'draft' | 'voicemail' | 'scheduled' | 'opted_out'

const failed = new Set(['undelivered', 'failed', 'suppressed', 'expired', 'quarantined'])

/** At most one chip for a row, the most urgent: not delivered, unsent words, voicemail, scheduled, opted out. */
export function chipOf({ lastMessage, shared, contact }: Conversation, draft: string): RowChip | undefined {
  if (shared.failed || (lastMessage?.direction === 'out' && failed.has(lastMessage.state))) return 'failed'
  if (draft !== '') return 'draft'
  if (shared.unheardVoicemails > 0) return 'voicemail'
  if (shared.nextScheduledAt !== null) return 'scheduled'
  return contact.reach === 'opted_out' ? 'opted_out' : undefined
}

/** A span of time in its largest whole unit, for `Intl` to say: minutes up to an hour, hours up to two days, then days. */
export function waitOf(since: string, now: number): { value: number; unit: 'minute' | 'hour' | 'day' } {
  const minutes = Math.max(0, Math.floor((now - Date.parse(since)) / 60_000))
  if (minutes < 60) return { value: minutes, unit: 'minute' }
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? { value: hours, unit: 'hour' } : { value: Math.floor(hours / 24), unit: 'day' }
}

/** What the first sign of a preview stands for: the server begins the preview of a file without words with one. */
export type FileSign = 'image' | 'video' | 'audio' | 'document'
const signs: Record<string, FileSign> = { '📷': 'image', '🎬': 'video', '🎧': 'audio', '📎': 'document' }

/** A preview as it is shown: its sign apart, to be drawn as every other icon is. */
export function previewParts(preview: string): { sign: FileSign | undefined; words: string } {
  const [first = '', ...rest] = preview.split(' ')
  const sign = rest.length > 0 ? signs[first] : undefined
  return { sign, words: sign ? rest.join(' ') : preview }
}
