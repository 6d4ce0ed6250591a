import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { makeLocalLimit, type Limit } from '../../kernel/http/limits.ts'
import { subscriberOf } from '../../kernel/http/subscriber.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { personalMark } from '../../kernel/pages/personal.ts'
import { isPrefetch, isProgram, visitFrom } from './agent-rules.ts'
import { countHit } from './count-clicks.ts'
import { endedPage, pageLanguage, previewPage } from './page-rules.ts'
import { isOwnPage } from './rules.ts'
import { targetOfCode, type CodeTarget } from './views.ts'

/**
 * Wrong codes per address and minute, so that none can be guessed. Right ones are free: a whole shift may open its link
 * from one address.
 */
const WRONG_PER_MINUTE = 120

/** Nothing is stored, nothing is indexed, and the page that follows does not learn which link led to it. */
const HEADERS = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
}

/** Registers the short links, which need no session. Links of files, with 12 characters, have their own route. */
export function hooks(app: FastifyInstance, kernel: Kernel): void {
  const wrongCodes = makeLocalLimit(WRONG_PER_MINUTE, 60)
  app.get<{ Params: { code: string } }>('/l/:code(^[0-9A-Za-z]{8}$)', async (request, reply) => {
    void reply.headers(HEADERS)
    return follow(kernel, wrongCodes, request, reply)
  })
}

async function follow(
  kernel: Kernel,
  wrongCodes: Limit,
  request: FastifyRequest<{ Params: { code: string } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { code } = request.params
  if (await wrongCodes.isExhausted(subscriberOf(request.ip)))
    return plain(reply.header('retry-after', '60'), 429, 'Wait a minute and open the link again.')
  const target = await targetOfCode(kernel.database.asSystem('the code of a short link identifies its link'), code)
  if (!target) {
    // Refused when several at once exceed the limit; the next ones see it.
    await wrongCodes.take(subscriberOf(request.ip)).catch(() => undefined)
    // The same as the answer for a wrong link of a file.
    return plain(reply, 404, 'Not found.')
  }
  const now = kernel.world.now()
  const language = pageLanguage(request.headers['accept-language'])
  if (target.revokedAt || target.expiresAt <= now) return page(reply, 410, endedPage(language))
  const visit = visitFrom(request, now.getTime() - target.sentAt.getTime())
  const isBot = isProgram(visit)
  countHit(kernel, target.orgId, code, isBot)
  // A browser discards a failed prefetch and asks again when its user opens the link.
  if (isPrefetch(visit)) return plain(reply, 503, '')
  // A HEAD request gets the headers of a GET.
  if (isProgram({ ...visit, method: 'GET' })) return page(reply, 200, previewPage(language, target.url))
  return reply.redirect(personalUrl(kernel, target), 302)
}

/** Names the recipient to a public page of the product, by a mark that is valid for that page and as long as the link. */
function personalUrl(kernel: Kernel, { url, orgId, contactId, expiresAt }: CodeTarget): string {
  if (contactId === null || !isOwnPage(url, kernel.config.publicUrl)) return url
  const address = new URL(url)
  address.searchParams.set('p', personalMark(kernel, { orgId, path: address.pathname, contactId, until: expiresAt }))
  return address.href
}

function plain(reply: FastifyReply, http: number, text: string): FastifyReply {
  return reply.status(http).type('text/plain; charset=utf-8').send(text)
}

function page(reply: FastifyReply, http: number, html: string): FastifyReply {
  return reply.status(http).type('text/html; charset=utf-8').send(html)
}
