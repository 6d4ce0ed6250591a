import type { VoicemailSummary } from '@crewline/contract/messages'
import type { StoredFile } from '../files/index.ts'

/**
 * A recorded call as stored with its message. It holds the key of the recording's links, so it never leaves the server.
 */
export interface StoredVoicemail extends Omit<VoicemailSummary, 'url'> {
  /** The recording; null once it was deleted. */
  file: StoredFile | null
}

/** Returns the text a thread shows for a recorded call, such as `Voicemail 0:32`. */
export function voicemailText(durationSec: number): string {
  return `Voicemail ${Math.floor(durationSec / 60)}:${String(durationSec % 60).padStart(2, '0')}`
}
