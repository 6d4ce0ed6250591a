import type { Readable } from 'node:stream'
import type { FormQuestion } from '@crewline/contract/form-content'
import { FORM_FILES_MAX } from '@crewline/contract/form-limits'
import { UPLOAD_MAX_BYTES } from '@crewline/contract/limits'
import { fail } from '../../kernel/failure.ts'
import type { SentFile } from './add-files.ts'
import { questionRuns } from './rules.ts'

/** Bytes of a page beside its files: the answers, and what surrounds the parts. */
const ANSWERS_MAX_BYTES = 3_145_728
/** Parts of a page: every question with all its choices, and its files. */
const PARTS_MAX = 2000
/** Bytes of pages with files that one process holds at once. Reading a page takes up to three times its size. */
const HELD_MAX_BYTES = 167_772_160
/** Half of it for one address, which a whole break room may share, and as many pages as its phones send at once. */
const ADDRESS_MAX_BYTES = HELD_MAX_BYTES / 2
const ADDRESS_MAX_PAGES = 40

/** What a page sent. */
export interface SentBody {
  fields: URLSearchParams
  files: SentFile[]
}

/** Thrown when a page has too many bytes. */
export class PageTooLarge extends Error {}

/** Thrown when this process holds as many pages with files as it can. */
export class PagesFull extends Error {}

/** The bytes of pages with files in this process, by whatever holds them. */
export interface HeldBytes {
  /** Begins to hold a page of an address. Returns false when it sends as many pages at once as it may. */
  begin(holder: object, address: string): boolean
  /** Adds bytes; throws `PagesFull` when there are too many in all, or of the address of the holder. */
  add(holder: object, bytes: number): void
  /** Whether no more pages should be read. */
  isFull(): boolean
  /** Returns everything that the holder added. */
  release(holder: object): void
}

/** What one page holds. */
interface HeldPage {
  address: string
  bytes: number
}

/**
 * Counts the pages with files and their bytes, so that neither many large ones at once nor the slow ones of one address take
 * the memory of the process.
 */
export function holdBytes(
  most = HELD_MAX_BYTES,
  ofAddress = { bytes: ADDRESS_MAX_BYTES, pages: ADDRESS_MAX_PAGES },
): HeldBytes {
  const held = new Map<object, HeldPage>()
  const addresses = new Map<string, { bytes: number; pages: number }>()
  let sum = 0
  return {
    begin(holder, address) {
      const all = addresses.get(address) ?? { bytes: 0, pages: 0 }
      if (all.pages >= ofAddress.pages) return false
      all.pages += 1
      addresses.set(address, all)
      held.set(holder, { address, bytes: 0 })
      return true
    },
    add(holder, bytes) {
      const page = held.get(holder) ?? { address: '', bytes: 0 }
      const all = addresses.get(page.address)
      if (sum + bytes > most || (all && all.bytes + bytes > ofAddress.bytes)) throw new PagesFull()
      sum += bytes
      page.bytes += bytes
      if (all) all.bytes += bytes
      held.set(holder, page)
    },
    isFull: () => sum >= most,
    release(holder) {
      const page = held.get(holder)
      if (!page) return
      sum -= page.bytes
      held.delete(holder)
      const all = addresses.get(page.address)
      if (!all) return
      all.bytes -= page.bytes
      all.pages -= 1
      if (all.pages === 0) addresses.delete(page.address)
    },
  }
}

/** Returns the most bytes of a page of a form: those of the page that asks for most files. */
export function pageMaxBytes(questions: readonly FormQuestion[]): number {
  const files = questionRuns(questions).map((page) =>
    page.reduce((sum, { type }) => sum + (type === 'file' ? FORM_FILES_MAX : type === 'signature' ? 1 : 0), 0),
  )
  const most = Math.max(FORM_FILES_MAX, ...files) * UPLOAD_MAX_BYTES + ANSWERS_MAX_BYTES
  return Math.min(most, HELD_MAX_BYTES)
}

/** Reads a body up to a size. Throws `PageTooLarge` or `PagesFull`; what follows is then read by no one, and discarded. */
export async function readBytes(
  body: Readable,
  { most, held, holder }: { most: number; held: HeldBytes; holder: object },
): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  return new Promise((resolve, reject) => {
    const stop = (error: Error): void => {
      body.off('data', take)
      body.resume()
      chunks.length = 0
      held.release(holder)
      reject(error)
    }
    const take = (chunk: Buffer): void => {
      size += chunk.length
      if (size > most) return stop(new PageTooLarge())
      try {
        held.add(holder, chunk.length)
        chunks.push(chunk)
      } catch (error) {
        stop(error as Error)
      }
    }
    body.on('data', take)
    body.once('end', () => resolve(Buffer.concat(chunks)))
    body.once('error', stop)
  })
}

/** Reads a page that was sent as multipart, in memory. Fails with `invalid` when it is not well formed. */
export async function readMultipart(bytes: Buffer, contentType: string): Promise<SentBody> {
  const parts = await new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } })
    .formData()
    .catch((cause: unknown) => fail('invalid', { internal: 'a page is not well formed', cause }))
  const [fields, files] = [new URLSearchParams(), [] as SentFile[]]
  let count = 0
  for (const [name, value] of parts) {
    count += 1
    if (count > PARTS_MAX) fail('invalid')
    if (typeof value === 'string') fields.append(name, value)
    else if (name.startsWith('u.') && value.size > 0)
      files.push({ questionId: name.slice(2), name: value.name, bytes: Buffer.from(await value.arrayBuffer()) })
  }
  return { fields, files }
}

/** Returns what a page sent, with or without files. */
export function bodyOf(body: unknown): SentBody {
  if (body instanceof URLSearchParams) return { fields: body, files: [] }
  const sent = body as Partial<SentBody> | undefined
  return { fields: sent?.fields ?? new URLSearchParams(), files: sent?.files ?? [] }
}
