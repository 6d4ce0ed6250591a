import type { Readable } from 'node:stream'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Variant } from './links.ts'
import { partOf } from './rules.ts'
import { GoneError } from './storage/driver.ts'
import { storageOf } from './storage/storage.ts'
import type { servedById } from './views.ts'

/** What an address that may open a file answers. */
export interface FileAnswer {
  http: number
  headers: Record<string, string>
  body: Readable | string
}

type Served = NonNullable<Awaited<ReturnType<typeof servedById>>>

/** No browser takes a file for a page: its type is ours, nothing in it runs, other sites cannot embed it. */
const SAFE = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
}

/** The one answer to every address that opens nothing: why is nobody's business. */
export function nothingHere(http = 404, words = 'Not found.'): FileAnswer {
  return {
    http,
    headers: { ...SAFE, 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' },
    body: words,
  }
}

/** A file, its small picture, or the part of it that a player asks for; nothing where its bytes are gone. */
export async function answerFile(
  kernel: Kernel,
  file: Served,
  { variant, range }: { variant: Variant; range: string | undefined },
): Promise<FileAnswer> {
  try {
    return variant === 'thumb' ? await answerThumb(kernel, file) : await answerContent(kernel, file, range)
  } catch (error) {
    if (!(error instanceof GoneError)) throw error
    kernel.log.error({ file: file.id }, 'files: the bytes of a file are gone')
    return nothingHere()
  }
}

const KEPT = { ...SAFE, 'cache-control': 'private, max-age=300' }

async function answerThumb(kernel: Kernel, { thumbKey }: Served): Promise<FileAnswer> {
  if (!thumbKey) return nothingHere()
  const headers = { ...KEPT, 'content-type': 'image/webp', 'content-disposition': 'inline' }
  return { http: 200, headers, body: await storageOf(kernel).open(thumbKey) }
}

async function answerContent(kernel: Kernel, file: Served, range: string | undefined): Promise<FileAnswer> {
  const part = partOf(range, file.bytes)
  if (part === 'outside') {
    const nothing = nothingHere(416, '')
    return { ...nothing, headers: { ...nothing.headers, 'content-range': `bytes */${file.bytes}` } }
  }
  const headers = {
    ...KEPT,
    'content-type': file.mime.startsWith('text/') ? `${file.mime}; charset=utf-8` : file.mime,
    'content-disposition': `${file.kind === 'document' ? 'attachment' : 'inline'}; ${fileName(file.name)}`,
    'accept-ranges': 'bytes',
  }
  const body = await storageOf(kernel).open(file.contentKey, part)
  if (!part) return { http: 200, headers: { ...headers, 'content-length': String(file.bytes) }, body }
  const length = String(part.end - part.start + 1)
  const place = `bytes ${part.start}-${part.end}/${file.bytes}`
  return { http: 206, headers: { ...headers, 'content-length': length, 'content-range': place }, body }
}

/** The name twice: as plain letters for old programs, and whole (RFC 6266). */
function fileName(name: string): string {
  const plain = name.replace(/[^A-Za-z0-9 ._-]/g, '_')
  const whole = encodeURIComponent(name).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)
  return `filename="${plain}"; filename*=UTF-8''${whole}`
}
