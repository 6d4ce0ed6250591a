import { randomUUID } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { request } from 'undici'
import type { Dialect, Media } from './records.ts'

const MAX_BYTES = 10 * 1024 * 1024
const FETCH_WITHIN_MS = 10_000

export type Shelf = {
  put: (bytes: Buffer, mime: string, name: MediaName) => Promise<Media>
  fetch: (urls: string[]) => Promise<Media[] | null>
  read: (id: string) => Promise<Buffer | null>
  close: () => void
}

/** What an id is made for: a file of a text or a recorded call, in the form of its dialect. */
export type MediaName = { dialect: Dialect; kind: 'media' | 'recording' }

/**
 * Files of texts and calls, one on the disk for each. `fetch` gets what our customers link to, all or nothing: null when one
 * cannot be had within 10 s and 10 MB, and after `close`.
 */
export function createShelf(dir: string): Shelf {
  const folder = join(dir, 'media')
  const closing = new AbortController()

  const put = async (bytes: Buffer, mime: string, name: MediaName): Promise<Media> => {
    const id = newMediaId(name)
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, id), bytes)
    return { id, mime }
  }

  const fetchOne = async (url: string): Promise<{ bytes: Buffer; mime: string }> => {
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(FETCH_WITHIN_MS)])
    const answer = await request(url, { signal })
    const bytes = Buffer.from(await answer.body.arrayBuffer())
    if (answer.statusCode !== 200 || bytes.length > MAX_BYTES) throw new Error('A file could not be fetched')
    return { bytes, mime: String(answer.headers['content-type'] ?? 'application/octet-stream').split(';')[0] ?? '' }
  }

  return {
    put,
    fetch: async (urls) => {
      try {
        const got = await Promise.all(urls.map(fetchOne))
        return await Promise.all(got.map(({ bytes, mime }) => put(bytes, mime, { dialect: 'native', kind: 'media' })))
      } catch {
        return null
      }
    },
    // Ids come from addresses: only those in our own form may name a file.
    read: (id) =>
      /^(med_|rec_|ME|RE)[0-9a-f]{32}$/.test(id) ? readFile(join(folder, id)).catch(() => null) : Promise.resolve(null),
    close: () => closing.abort(),
  }
}

function newMediaId({ dialect, kind }: MediaName): string {
  const hex = randomUUID().replaceAll('-', '')
  if (dialect === 'twilio') return `${kind === 'media' ? 'ME' : 'RE'}${hex}`
  return `${kind === 'media' ? 'med_' : 'rec_'}${hex}`
}
