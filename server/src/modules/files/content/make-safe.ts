import { msg } from '@crewline/contract/localized-text'
import type { MediaItem } from '@crewline/contract/messages'
import { UPLOAD_MAX_BYTES } from '@crewline/contract/limits'
import { LOGO_UPLOAD_BYTES } from '@crewline/contract/organization-limits'
import { fileTypeFromBuffer } from 'file-type'
import { fail, Failure } from '../../../kernel/failure.ts'
import { CARD, cleanName, acceptedType, kindOf } from '../rules.ts'
import { bareCards, isCard } from './cards.ts'
import { bareMp3, bareMp4, readWav, writeWav } from './sounds.ts'
import { makeInImageWorker } from './image-worker.ts'
import { inTurn } from './turns.ts'

/** A checked file that is safe to store and show. */
export interface SafeFile {
  kind: MediaItem['kind']
  mime: string
  content: Buffer
  /** Pictures only. */
  thumb: Buffer | null
  width: number | null
  height: number | null
  /** The name on a contact card. */
  about?: string
}

/**
 * Detects the file type from its content, never from its name, and rewrites the file where possible. Fails with
 * `file_refused` for an unsupported or broken file, and with `file_too_large` above the limit.
 */
export async function makeSafe(bytes: Buffer): Promise<SafeFile> {
  if (bytes.length > UPLOAD_MAX_BYTES) fail('file_too_large')
  if (bytes.length === 0) fail('file_refused', { text: msg({ message: 'This file is empty.' }) })
  if (isCard(bytes)) return makeCard(bytes)
  const detected = await fileTypeFromBuffer(bytes).catch(() => undefined)
  const mime = detected && acceptedType(detected.mime)
  if (!mime) return fail('file_refused', { internal: `a file of type ${detected?.mime ?? 'unknown'}` })
  const kind = kindOf(mime)
  if (kind !== 'image') {
    const content = bareOf(mime, bytes) ?? broken()
    return { kind, mime, content, thumb: null, width: null, height: null }
  }
  return { kind, ...(await makePicture(bytes)) }
}

/** Checks a picture and rewrites it for a page. Fails as `makeSafe` does, and for files that are no pictures. */
export async function makePagePicture(bytes: Buffer): Promise<SafeFile & { width: number; height: number }> {
  const safe = await makeSafe(bytes)
  if (safe.kind !== 'image')
    fail('file_refused', { text: msg({ message: 'Choose a picture, such as a JPEG or PNG file.' }) })
  const picture = await inTurn(safe.content, (content) => makeInImageWorker(content, 'page'))
  return { kind: 'image', ...(picture ?? fail('slow_down', { retryAfterS: 5 })) }
}

/** Checks a logo and makes it a small PNG without metadata. Fails with a sentence for every other type, and above 5 MB. */
export async function makeLogo(bytes: Buffer): Promise<SafeFile & { width: number; height: number }> {
  if (bytes.length > LOGO_UPLOAD_BYTES)
    fail('file_too_large', { text: msg({ message: 'This file is too large. A logo has at most 5 MB.' }) })
  if (isDrawing(bytes))
    fail('file_refused', {
      text: msg({ message: 'SVG files can contain scripts, so we do not accept them. Save the logo as PNG.' }),
    })
  const detected = await fileTypeFromBuffer(bytes).catch(() => undefined)
  if (!detected || !LOGO_TYPES.has(detected.mime))
    fail('file_refused', { text: msg({ message: 'Choose a PNG, JPEG, or WebP picture.' }) })
  try {
    const picture = await inTurn(bytes, (content) => makeInImageWorker(content, 'logo'))
    return { kind: 'image', ...(picture ?? fail('slow_down', { retryAfterS: 5 })), thumb: null }
  } catch (error) {
    if (error instanceof Failure) throw error
    return fail('file_refused', {
      text: msg({ message: "We can't read this picture. Save it as PNG and choose it again." }),
      internal: 'the logo cannot be read',
      cause: error,
    })
  }
}

const LOGO_TYPES = new Set(['image/png', 'image/jpeg', 'image/webp'])

function isDrawing(bytes: Buffer): boolean {
  const start = bytes
    .toString('utf8', 0, 4096)
    .replace(/^\uFEFF/, '')
    .trimStart()
  return start.startsWith('<') && /<svg[\s>/:]|<!doctype\s+svg/i.test(start)
}

/** Returns the name of a safe file: a contact card is named by its person, any other file as `given`. */
export function nameOf({ about, mime }: SafeFile, originalName: string): string {
  // Pass the extension explicitly, so that no part of the name is mistaken for one.
  return cleanName(about ? `${about.replace(/[/\\]/g, ' ')}.vcf` : originalName, mime)
}

function makeCard(bytes: Buffer): SafeFile {
  const { content, name } = bareCards(bytes) ?? broken()
  return { kind: 'document', mime: CARD, content, thumb: null, width: null, height: null, about: name }
}

function broken(): never {
  return fail('file_refused', {
    text: msg({ message: 'This file is broken. Choose another.' }),
  })
}

async function makePicture(bytes: Buffer): Promise<Omit<SafeFile, 'kind'>> {
  try {
    return (await inTurn(bytes, (picture) => makeInImageWorker(picture))) ?? fail('slow_down', { retryAfterS: 5 })
  } catch (error) {
    if (error instanceof Failure) throw error
    return fail('file_refused', {
      text: msg({ message: "We can't read this picture. Save it as JPEG or PNG and add it again." }),
      internal: 'the picture cannot be read',
      cause: error,
    })
  }
}

function bareOf(mime: string, bytes: Buffer): Buffer | undefined {
  switch (mime) {
    case 'audio/mpeg':
      return bareMp3(bytes)
    case 'audio/wav': {
      const wav = readWav(bytes)
      return wav && writeWav(wav)
    }
    case 'audio/mp4':
    case 'video/mp4':
    case 'video/3gpp':
      return bareMp4(bytes)
    case 'application/pdf':
      // Readers search the first kilobyte for the marker; we require it at the start, with nothing before it.
      return bytes.toString('latin1', 0, 5) === '%PDF-' && bytes.includes('%%EOF', -2048) ? bytes : undefined
    default:
      return bytes
  }
}
