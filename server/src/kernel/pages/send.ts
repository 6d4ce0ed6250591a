import type { FastifyReply } from 'fastify'

/** Sends a public page that is not stored, not indexed, and keeps to its own policy. */
export function sendPage(
  reply: FastifyReply,
  http: number,
  { html, policy }: { html: string; policy: string },
): FastifyReply {
  return reply
    .status(http)
    .headers({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'x-content-type-options': 'nosniff',
      'content-security-policy': policy,
    })
    .type('text/html; charset=utf-8')
    .send(html)
}
