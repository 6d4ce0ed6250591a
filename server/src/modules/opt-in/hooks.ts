import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PageLanguage } from '@crewline/contract/opt-in'
import { codeOfError } from '../../kernel/http/answer.ts'
import { makeLocalLimit } from '../../kernel/http/limits.ts'
import { languageOfReader } from '../../kernel/i18n/reader-language.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { sendPage } from '../../kernel/pages/send.ts'
import { countView } from './count-views.ts'
import { openPage } from './join.ts'
import { closedPage, formPage, type Rendered } from './page.ts'
import { posterPage } from './poster.ts'
import { showPage, type ShownPage } from './public-page.ts'
import { linkOf, type StoredPage } from './rules.ts'
import { scopeOf } from './scope.ts'
import { takeForm } from './take-form.ts'

/** Most bytes of a form: a few short fields. */
const FORM_MAX_BYTES = 16_384
/** Views per address and minute: a whole shift may open the page from one address. */
const VIEWS_PER_MINUTE = 240

interface PageRequest {
  Params: { url: string }
  Querystring: { lang?: string; from?: string }
}

/** Registers the public page, which works without a script and needs no session. */
export async function hooks(app: FastifyInstance, kernel: Kernel): Promise<void> {
  const views = makeLocalLimit(VIEWS_PER_MINUTE, 60)
  await app.register(async (site) => {
    site.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_MAX_BYTES },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
    )
    site.get<PageRequest>('/public/join/:url', (request, reply) =>
      answer(kernel, request, reply, async (shown, stored) => {
        await views.take(request.ip)
        if (!isProgram(request)) countView(kernel, stored.orgId, stored.id)
        return formPage(shown.page, undefined, request.query.from === 'qr' ? 'qr' : 'web')
      }),
    )
    site.get<PageRequest>('/public/join/:url/poster', (request, reply) =>
      answer(kernel, request, reply, async (shown, stored) => {
        await views.take(request.ip)
        return posterPage(shown, stored.content, linkOf(kernel.config.publicUrl, stored.url))
      }),
    )
    site.post<PageRequest & { Body: Record<string, string> }>('/public/join/:url', (request, reply) =>
      answer(kernel, request, reply, (shown) =>
        takeForm(kernel, shown, { form: request.body ?? {}, address: request.ip }),
      ),
    )
  })
}

/** Answers with a page in the reader's language, and with a page in words when something is refused. */
async function answer(
  kernel: Kernel,
  request: FastifyRequest<PageRequest>,
  reply: FastifyReply,
  render: (shown: ShownPage, stored: StoredPage) => Promise<Rendered>,
): Promise<FastifyReply> {
  const accepted = request.headers['accept-language']
  const fallback = languageOfReader(PageLanguage.options, request.query.lang, accepted)
  try {
    const stored = await openPage(kernel, request.params.url.slice(0, 100))
    const { organization } = await scopeOf(kernel, stored.orgId)
    const language = languageOfReader(stored.content.languages, request.query.lang, accepted)
    return sendPage(reply, 200, await render(await showPage(kernel, stored, { language, organization }), stored))
  } catch (error) {
    const code = codeOfError(error)
    if (code === 'page_closed') return sendPage(reply, 410, closedPage(fallback, 'closed'))
    if (code === 'not_found') return sendPage(reply, 404, closedPage(fallback, 'unknown'))
    if (code === 'slow_down') return sendPage(reply.header('retry-after', '60'), 429, closedPage(fallback, 'closed'))
    throw error
  }
}

/** Previews of messengers and prefetches are no views by people. */
function isProgram({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const purpose = [headers['sec-purpose'], headers['purpose']].flat().join(' ')
  return (
    purpose.includes('prefetch') ||
    /bot|crawl|preview|facebookexternalhit|whatsapp|slack/i.test(headers['user-agent'] ?? 'bot')
  )
}
