import type { Readable } from 'node:stream'
import { fail } from '../../kernel/failure.ts'
import { dispositionOf } from '../../kernel/http/disposition.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Variant } from './links.ts'
import { partOf } from './rules.ts'
import { FileMissingError } from './storage/driver.ts'
import { storageOf } from './storage/storage.ts'
import { servedById } from './views.ts'

/** The response of a file URL. */
export interface FileAnswer {
  http: number
  headers: Record<string, string>
  body: Readable | string
}

type Served = NonNullable<Awaited<ReturnType<typeof servedById>>>

/**
 * Headers that keep browsers from treating a file as a page: explicit type, no scripts, no embedding by other sites.
 */
const SAFE = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
}

/** Returns the same response for every invalid URL, without a reason. */
export function nothingHere(http = 404, text = 'Not found.'): FileAnswer {
  return {
    http,
    headers: { ...SAFE, 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' },
    body: text,
  }
}

/** Returns a file, its thumbnail or the requested range; not found when its bytes are gone. */
export async function answerFile(
  kernel: Kernel,
  file: Served,
  { variant, range }: { variant: Variant; range: string | undefined },
): Promise<FileAnswer> {
  try {
    return variant === 'thumb' ? await answerThumb(kernel, file) : await answerContent(kernel, file, range)
  } catch (error) {
    if (!(error instanceof FileMissingError)) throw error
    kernel.log.error({ file: file.id }, 'files: the content of a file is missing')
    return nothingHere()
  }
}

/**
 * Returns a file that a public page offers, or the requested range of it. The caller decides who may see it. Fails with
 * `not_found` when it is not ready or gone.
 */
export async function servePageFile(
  kernel: Kernel,
  { orgId, fileId, range }: { orgId: string; fileId: string; range: string | undefined },
): Promise<FileAnswer> {
  const file = (await servedById(kernel.database.ofOrg(orgId), fileId)) ?? fail('not_found')
  return answerFile(kernel, file, { variant: '', range })
}

const CACHED = { ...SAFE, 'cache-control': 'private, max-age=300' }

async function answerThumb(kernel: Kernel, { thumbKey }: Served): Promise<FileAnswer> {
  if (!thumbKey) return nothingHere()
  const headers = { ...CACHED, 'content-type': 'image/webp', 'content-disposition': 'inline' }
  return { http: 200, headers, body: await storageOf(kernel).open(thumbKey) }
}

async function answerContent(kernel: Kernel, file: Served, range: string | undefined): Promise<FileAnswer> {
  const part = partOf(range, file.bytes)
  if (part === 'outside') {
    const nothing = nothingHere(416, '')
    return { ...nothing, headers: { ...nothing.headers, 'content-range': `bytes */${file.bytes}` } }
  }
  const headers = {
    ...CACHED,
    'content-type': file.mime.startsWith('text/') ? `${file.mime}; charset=utf-8` : file.mime,
    'content-disposition': dispositionOf(file.kind === 'document' ? 'attachment' : 'inline', file.name),
    'accept-ranges': 'bytes',
  }
  const body = await storageOf(kernel).open(file.contentKey, part)
  if (!part) return { http: 200, headers: { ...headers, 'content-length': String(file.bytes) }, body }
  const length = String(part.end - part.start + 1)
  const contentRange = `bytes ${part.start}-${part.end}/${file.bytes}`
  return { http: 206, headers: { ...headers, 'content-length': length, 'content-range': contentRange }, body }
}
