import type { VoicemailHead } from '@crewline/contract/messages'
import type { StoredFile } from '../files/index.ts'

/** A recorded call as its message remembers it; holds the key of the recording's links, so it never leaves the server. */
export interface StoredVoicemail extends Omit<VoicemailHead, 'url'> {
  /** The recording; null once it was deleted. */
  file: StoredFile | null
}

/** The words of a thread's line about a recorded call, such as `Voicemail 0:32`. */
export function voicemailWords(durationSec: number): string {
  return `Voicemail ${Math.floor(durationSec / 60)}:${String(durationSec % 60).padStart(2, '0')}`
}
