import type { Message } from '@crewline/contract/messages'

const signs = { image: '📷', video: '🎬', audio: '🎧', document: '📎' }

/**
 * Returns the text of a message for lists and notifications; without a text, the server's description of its content.
 */
export function summarizeMessage({ body, media, voicemail }: Pick<Message, 'body' | 'media' | 'voicemail'>): string {
  if (body.trim() !== '') return body
  if (voicemail) {
    const { durationSec } = voicemail
    return `Voicemail ${Math.floor(durationSec / 60)}:${String(durationSec % 60).padStart(2, '0')}`
  }
  const [file] = media
  return file ? `${signs[file.kind]} ${file.name}` : ''
}
