import type { MediaItem } from '@crewline/contract/messages'
import { UPLOAD_MAX_BYTES } from '@crewline/contract/limits'
import { fileTypeFromBuffer } from 'file-type'
import { fail, Failure } from '../../../kernel/failure.ts'
import { CARD, cleanName, keptType, kindOf } from '../rules.ts'
import { bareCards, isCard } from './cards.ts'
import { bareMp3, bareMp4, readWav, writeWav } from './sounds.ts'
import { makeInStudio } from './studio.ts'
import { inTurn } from './turns.ts'

/** A file that was looked at and made safe to keep and to show. */
export interface SafeFile {
  kind: MediaItem['kind']
  mime: string
  content: Buffer
  /** Pictures only. */
  thumb: Buffer | null
  width: number | null
  height: number | null
  /** Whom a contact card is about. */
  about?: string
}

/**
 * Reads what a file is from its content, never from its name, and makes it anew where that is possible. Refuses with
 * `file_refused` what is not one of the kinds we take, or is broken, and with `file_too_large` what is over the limit.
 */
export async function makeSafe(bytes: Buffer): Promise<SafeFile> {
  if (bytes.length > UPLOAD_MAX_BYTES) fail('file_too_large')
  if (bytes.length === 0) fail('file_refused', { words: { en: 'This file is empty.', es: 'Este archivo está vacío.' } })
  if (isCard(bytes)) return makeCard(bytes)
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined)
  const mime = found && keptType(found.mime)
  if (!mime) return fail('file_refused', { internal: `a file of type ${found?.mime ?? 'unknown'}` })
  const kind = kindOf(mime)
  if (kind !== 'image') {
    const content = bareOf(mime, bytes) ?? broken()
    return { kind, mime, content, thumb: null, width: null, height: null }
  }
  return { kind, ...(await makePicture(bytes)) }
}

/** What a safe file is called: a contact card by its person, everything else as it was `given`. */
export function nameOf({ about, mime }: SafeFile, given: string): string {
  // The ending is given, so that no part of a name is taken for one.
  return cleanName(about ? `${about.replace(/[/\\]/g, ' ')}.vcf` : given, mime)
}

function makeCard(bytes: Buffer): SafeFile {
  const { content, name } = bareCards(bytes) ?? broken()
  return { kind: 'document', mime: CARD, content, thumb: null, width: null, height: null, about: name }
}

function broken(): never {
  return fail('file_refused', {
    words: { en: 'This file is broken. Choose another.', es: 'Este archivo está dañado. Elige otro.' },
  })
}

async function makePicture(bytes: Buffer): Promise<Omit<SafeFile, 'kind'>> {
  try {
    return (await inTurn(bytes, makeInStudio)) ?? fail('slow_down', { retryAfterS: 5 })
  } catch (error) {
    if (error instanceof Failure) throw error
    return fail('file_refused', {
      words: {
        en: 'We cannot read this picture. Save it as JPEG or PNG and add it again.',
        es: 'No podemos leer esta imagen. Guárdala como JPEG o PNG y añádela otra vez.',
      },
      internal: 'a picture that cannot be read',
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
      // Readers look for the mark anywhere in the first kilobyte; we want a PDF and nothing before it.
      return bytes.toString('latin1', 0, 5) === '%PDF-' && bytes.includes('%%EOF', -2048) ? bytes : undefined
    default:
      return bytes
  }
}
