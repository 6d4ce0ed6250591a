import { CARRIER_CALL_MS, UPLOAD_MAX_BYTES } from '@crewline/contract/limits'
import { request, type Dispatcher } from 'undici'
import { Failure } from '../../kernel/failure.ts'
import { carrierPool } from './connection.ts'

/** A file as a carrier handed it out. */
export interface FetchedMedia {
  bytes: Buffer
  mime: string
}

/** Where an address is really opened and with what authority. */
export interface Opening {
  target: string
  headers: Record<string, string>
}

/** Redirects followed, each to an address that is judged anew. */
const HOPS = 3

/**
 * Opens a file at a carrier within 10 s and the size of an upload. `judge` answers undefined for an address that is not the
 * carrier's own: that fails with `file_refused`, also in a redirect, before anything is connected to (R87).
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
      throw new Error(`the carrier answered ${answer.statusCode} to a file`)
    if (!URL.canParse(location, at)) throw new Failure('file_refused', { internal: 'a redirect to nowhere' })
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
      throw new Failure('file_too_large', { internal: 'the carrier sends more than an upload may hold' })
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
