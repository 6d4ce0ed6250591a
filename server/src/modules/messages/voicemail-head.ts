import type { VoicemailHead } from '@crewline/contract/messages'
import { mediaItem } from '../files/index.ts'
import type { StoredVoicemail } from './voicemail-rules.ts'

/** A recorded call as browsers see it, with a link that opens the recording for some minutes. */
export function voicemailHead(orgId: string, { file, ...said }: StoredVoicemail, nowMs: number): VoicemailHead {
  return { ...said, url: file && mediaItem(orgId, file, nowMs).url }
}
