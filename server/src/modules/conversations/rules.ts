import { PREVIEW_MAX } from '@crewline/contract/limits'

/** Stands for a file in lists; the same in every language. */
const SIGNS: Record<string, string> = { image: '📷', video: '🎬', audio: '🎧', document: '📎' }

/** Returns the start of a message on one line, for lists, or its first file when it has no body. */
export function previewOf(body: string, media?: { kind: string; name: string }[] | null): string {
  const [file] = media ?? []
  const text = body.trim() === '' && file ? `${SIGNS[file.kind] ?? SIGNS['document']} ${file.name}` : body
  const line = text.replace(/\s+/g, ' ').trim()
  const characters = Array.from(line)
  return characters.length <= PREVIEW_MAX ? line : `${characters.slice(0, PREVIEW_MAX - 1).join('')}…`
}
