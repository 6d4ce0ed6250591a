import type { VoicemailSummary } from '@crewline/contract/messages'
import { mediaItem } from '../files/index.ts'
import type { StoredVoicemail } from './voicemail-rules.ts'

/** Returns a recorded call as browsers see it, with a link to the recording that expires after some minutes. */
export function voicemailSummary(orgId: string, { file, ...stored }: StoredVoicemail, nowMs: number): VoicemailSummary {
  return { ...stored, url: file && mediaItem(orgId, file, nowMs).url }
}
