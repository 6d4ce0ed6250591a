import { CARRIER_CALL_MS, UPLOAD_MAX_BYTES } from '@crewline/contract/limits'
import { request, type Dispatcher } from 'undici'
import { Failure } from '../../kernel/failure.ts'
import { carrierPool } from './connection.ts'

/** A file fetched from a carrier. */
export interface FetchedMedia {
  bytes: Buffer
  mime: string
}

/** The address to connect to and its authorization headers. */
export interface Opening {
  target: string
  headers: Record<string, string>
}

/** Maximum number of redirects; each target is checked again. */
const HOPS = 3

/**
 * Fetches a file from a carrier within 10 s and the upload size limit. `judge` returns undefined for an address that
 * does not belong to the carrier: that fails with `file_refused`, also in a redirect, before any connection (R87).
 */
export async function openMedia(url: string, judge: (url: string) => Opening | undefined): Promise<FetchedMedia> {
  const signal = AbortSignal.timeout(CARRIER_CALL_MS)
  let at = url
  for (let hop = 0; hop <= HOPS; hop++) {
    const opening = judge(at)
    if (!opening) throw new Failure('file_refused', { internal: `not an address of this carrier: ${hostOf(at)}` })
    const answer = await request(opening.target, { dispatcher: carrierPool, headers: opening.headers, signal })
    if (answer.statusCode === 200) return read(answer)
    await answer.body.dump()
    const location = answer.headers['location']
    if (answer.statusCode < 300 || answer.statusCode >= 400 || typeof location !== 'string')
      throw new Error(`the carrier answered a file request with ${answer.statusCode}`)
    if (!URL.canParse(location, at))
      throw new Failure('file_refused', { internal: 'a redirect without a valid target' })
    at = new URL(location, at).href
  }
  throw new Failure('file_refused', { internal: 'too many redirects' })
}

async function read(answer: Dispatcher.ResponseData): Promise<FetchedMedia> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of answer.body as AsyncIterable<Buffer>) {
    size += part.length
    if (size > UPLOAD_MAX_BYTES) {
      answer.body.destroy()
      throw new Failure('file_too_large', { internal: 'the file from the carrier is larger than the upload limit' })
    }
    parts.push(part)
  }
  const type = answer.headers['content-type']
  const mime = (Array.isArray(type) ? type[0] : type)?.split(';')[0]?.trim().toLowerCase()
  return { bytes: Buffer.concat(parts), mime: mime || 'application/octet-stream' }
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'no address'
}
