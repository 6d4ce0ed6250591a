import type { FastifyReply } from 'fastify'
import { encodeOnce, encodingFor, type PackedPage, type RenderedPage } from './pack.ts'
import type { PageTemplate } from './template.ts'

const HEADERS = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
  'x-content-type-options': 'nosniff',
  'content-type': 'text/html; charset=utf-8',
}

/** Sends a public page that is not stored, not indexed, and keeps to its own policy. */
export function sendPage(reply: FastifyReply, http: number, { html, policy, refresh }: RenderedPage): FastifyReply {
  const { encoding, body } = encodeOnce(html, reply.request.headers['accept-encoding']?.toString())
  return reply
    .status(http)
    .headers({
      ...HEADERS,
      vary: 'accept-encoding',
      'content-security-policy': policy,
      ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
      ...(refresh === undefined ? {} : { refresh }),
    })
    .send(body)
}

/**
 * Sends a page that many people read. With `mayKeep` a browser keeps its copy and asks whether it is current; pages on
 * which people enter something are kept nowhere, because phones are shared.
 */
export function sendPacked(reply: FastifyReply, page: PackedPage, { mayKeep }: { mayKeep: boolean }): FastifyReply {
  const { headers } = reply.request
  const encoding = encodingFor(headers['accept-encoding']?.toString())
  const tag = `"${page.tag}-${encoding}"`
  reply.headers({
    ...HEADERS,
    vary: 'accept-encoding, accept-language',
    'content-security-policy': page.policy,
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    ...(mayKeep ? { 'cache-control': 'private, no-cache', etag: tag } : {}),
    ...(page.refresh === undefined ? {} : { refresh: page.refresh }),
  })
  if (mayKeep && headers['if-none-match'] === tag) return reply.status(304).removeHeader('content-encoding').send()
  return reply.status(200).send(page.bodies[encoding])
}

const FILLED_HEADERS = { ...HEADERS, vary: 'accept-encoding' }
const FILLED_GZIP_HEADERS = { ...FILLED_HEADERS, 'content-encoding': 'gzip' }

/** Sends a reader their copy of a page, which is kept nowhere. */
export function sendFilled(reply: FastifyReply, template: PageTemplate, values: readonly string[]): FastifyReply {
  const { encoding, body } = template.copyFor(values, reply.request.headers['accept-encoding']?.toString())
  return reply
    .status(200)
    .headers(encoding === 'gzip' ? FILLED_GZIP_HEADERS : FILLED_HEADERS)
    .header('content-security-policy', template.policy)
    .send(body)
}

/** Sends a sheet to print, which is kept nowhere. */
export function sendPdf(reply: FastifyReply, bytes: Buffer): FastifyReply {
  return reply
    .status(200)
    .headers({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-disposition': 'inline; filename="poster.pdf"',
    })
    .type('application/pdf')
    .send(bytes)
}
