// Pages as bytes: compressed once, with the tag by which a browser asks whether its copy is current.
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, gzipSync } from 'node:zlib'

/** A rendered page with its content security policy; `refresh` is the header of that name. */
export interface RenderedPage {
  html: string
  policy: string
  refresh?: string
}

/** A page in each encoding that browsers accept. */
export interface PackedPage extends Omit<RenderedPage, 'html'> {
  bodies: Record<Encoding, Buffer>
  /** A strong tag of the text; each encoding adds its name. */
  tag: string
}

/** How a body is encoded. */
export type Encoding = 'br' | 'gzip' | 'identity'

/** Fewer bytes fit into one packet anyway. */
const WORTHWHILE_BYTES = 1_000
/** Compressing once may take some milliseconds; compressing for one reader may not. */
const BROTLI_QUALITY = 9
const ONE_READER_LEVEL = 4

const asBrotli = promisify(brotliCompress)
const asGzip = promisify(gzip)

/** Compresses a page for many readers. */
export async function packPage({ html, ...page }: RenderedPage): Promise<PackedPage> {
  const identity = Buffer.from(html)
  const [br, gzipped] = await Promise.all([
    asBrotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
    asGzip(identity, { level: 9 }),
  ])
  const tag = createHash('sha256').update(identity).digest('base64url').slice(0, 16)
  return { ...page, bodies: { br, gzip: gzipped, identity }, tag }
}

/** Encodes a page for one reader. */
export function encodeOnce(html: string, accepted: string | undefined): { encoding: Encoding; body: Buffer } {
  const identity = Buffer.from(html)
  if (identity.length < WORTHWHILE_BYTES || !accepts(accepted, 'gzip')) return { encoding: 'identity', body: identity }
  return { encoding: 'gzip', body: gzipSync(identity, { level: ONE_READER_LEVEL }) }
}

/** Returns the best encoding that a browser accepts. */
export function encodingFor(accepted: string | undefined): Encoding {
  return accepts(accepted, 'br') ? 'br' : accepts(accepted, 'gzip') ? 'gzip' : 'identity'
}

/** Returns whether a browser accepts an encoding. */
export function accepts(accepted: string | undefined, encoding: 'br' | 'gzip'): boolean {
  return (accepted ?? '').split(',').some((part) => {
    const [name, ...rest] = part.toLowerCase().split(';')
    return name?.trim() === encoding && !rest.some((weight) => /^\s*q=0(\.0*)?\s*$/.test(weight))
  })
}
