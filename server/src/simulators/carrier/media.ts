import { randomUUID } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { request } from 'undici'
import type { Dialect, Media } from './records.ts'

const MAX_BYTES = 10 * 1024 * 1024
const FETCH_TIMEOUT_MS = 10_000

export type Shelf = {
  put: (bytes: Buffer, mime: string, name: MediaName) => Promise<Media>
  fetch: (urls: string[]) => Promise<Media[] | null>
  read: (id: string) => Promise<Buffer | null>
  close: () => void
}

/** The purpose of an id: a file of a message or a recorded call, in the dialect's format. */
export type MediaName = { dialect: Dialect; kind: 'media' | 'recording' }

/**
 * Stores the files of messages and calls, one file on disk each. `fetch` downloads our customers' links, all or
 * nothing: null when one is not available within 10 s and 10 MB, and after `close`.
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
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(FETCH_TIMEOUT_MS)])
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
    // Ids come from URLs: only ids in our own format may name a file.
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
