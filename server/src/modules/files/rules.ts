import type { MediaItem } from '@crewline/contract/messages'

/** A file as stored in its message. Contains its link key, so it must never leave the server. */
export interface StoredFile {
  id: string
  kind: MediaItem['kind']
  name: string
  mime: string
  bytes: number
  width: number | null
  height: number | null
  state: MediaItem['state']
  /** 32 random bytes as base64url; this key opens the file. */
  linkKey: string
}

/** Media type of contact cards. */
export const CARD = 'text/vcard'

/** The accepted media types, detected from content, with the extension for each. All others are refused. */
const KINDS: Record<string, { kind: MediaItem['kind']; ending: string; name?: string }> = {
  'image/jpeg': { kind: 'image', ending: 'jpg' },
  'image/png': { kind: 'image', ending: 'png' },
  'image/gif': { kind: 'image', ending: 'gif' },
  'image/webp': { kind: 'image', ending: 'webp' },
  'image/avif': { kind: 'image', ending: 'avif' },
  'image/heic': { kind: 'image', ending: 'heic' },
  'image/heif': { kind: 'image', ending: 'heif' },
  'application/pdf': { kind: 'document', ending: 'pdf' },
  [CARD]: { kind: 'document', ending: 'vcf', name: 'Contact' },
  'audio/mpeg': { kind: 'audio', ending: 'mp3' },
  'audio/mp4': { kind: 'audio', ending: 'm4a' },
  'audio/amr': { kind: 'audio', ending: 'amr' },
  'audio/wav': { kind: 'audio', ending: 'wav' },
  'audio/ogg': { kind: 'audio', ending: 'ogg' },
  'video/mp4': { kind: 'video', ending: 'mp4' },
  'video/3gpp': { kind: 'video', ending: '3gp' },
}

/** Aliases of media types. */
const ALIASES: Record<string, string> = {
  'audio/x-m4a': 'audio/mp4',
  'audio/wave': 'audio/wav',
  'audio/x-wav': 'audio/wav',
  'audio/vnd.wave': 'audio/wav',
  'audio/opus': 'audio/ogg',
  'audio/ogg; codecs=opus': 'audio/ogg',
  'audio/mp3': 'audio/mpeg',
  'video/3gpp2': 'video/3gpp',
  'video/x-m4v': 'video/mp4',
  'image/jpg': 'image/jpeg',
  'text/x-vcard': CARD,
  'text/directory': CARD,
  'application/vcard': CARD,
}

/** Returns the stored media type for a type, or undefined for one that is refused. */
export function acceptedType(mime: string): string | undefined {
  const plain = mime.toLowerCase()
  const canonical = ALIASES[plain] ?? plain
  return Object.hasOwn(KINDS, canonical) ? canonical : undefined
}

/** Returns the kind of a media type; document when unknown. */
export function kindOf(mime: string): MediaItem['kind'] {
  const accepted = acceptedType(mime)
  return (accepted ? KINDS[accepted]?.kind : undefined) ?? 'document'
}

const NAMES: Record<MediaItem['kind'], string> = {
  image: 'Photo',
  audio: 'Sound',
  video: 'Video',
  document: 'Document',
}

/** Returns the name for an inbound file without one. */
export function expectedName(mime: string): string {
  return cleanName('', acceptedType(mime) ?? '')
}

/** Maximum length of a file name without its extension. */
const NAME_MAX = 80

/**
 * Returns a name that is safe in lists, headers and folders: no path, no control or bidirectional characters, no
 * leading dot, and the extension of its detected type.
 */
export function cleanName(original: string, mime: string): string {
  const { kind, ending, name: unnamed } = KINDS[mime] ?? { kind: 'document' as const, ending: '', name: undefined }
  const last = original.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const base = last
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\u2028\u2029]/gu, '')
    .replace(/[<>:"|?*;%]/g, ' ')
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.]+|[\s.]+$/g, '')
  const name = Array.from(base).slice(0, NAME_MAX).join('').trim() || (unnamed ?? NAMES[kind])
  return ending ? `${name}.${ending}` : name
}

/** Returns the wait before the next try, in ms: carriers may have a picture seconds late, or be down for an hour. */
export function waitBeforeTry(tries: number, chance: number): number {
  const base = Math.min(5_000 * 2 ** Math.max(0, tries - 1), 30 * 60_000)
  return Math.round(base * (0.75 + chance / 2))
}

/**
 * Parses a Range header (RFC 9110, 14.2). Returns undefined for the whole file, including several ranges or an invalid
 * header, and `outside` for a range beyond the file.
 */
export function partOf(
  header: string | undefined,
  bytes: number,
): { start: number; end: number } | undefined | 'outside' {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '')
  const [, first = '', last = ''] = match ?? []
  if (!match || (first === '' && last === '')) return undefined
  if (first === '') return Number(last) > 0 ? { start: Math.max(0, bytes - Number(last)), end: bytes - 1 } : 'outside'
  const start = Number(first)
  const end = last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1)
  if (last !== '' && Number(last) < start) return undefined
  return start < bytes ? { start, end } : 'outside'
}
