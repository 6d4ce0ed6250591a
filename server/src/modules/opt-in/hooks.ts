import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PageLanguage } from '@crewline/contract/opt-in'
import { codeOfError } from '../../kernel/http/answer.ts'
import { makeLocalLimit } from '../../kernel/http/limits.ts'
import { subscriberOf } from '../../kernel/http/subscriber.ts'
import { languageOfReader } from '../../kernel/i18n/reader-language.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { pageMemory, type Shelf } from '../../kernel/pages/memory.ts'
import { sendPacked, sendPage, sendPdf } from '../../kernel/pages/send.ts'
import { countView } from './count-views.ts'
import { openPage } from './join.ts'
import { closedPage, formPage, type PageMode } from './page.ts'
import { posterPage, posterPdf } from './poster.ts'
import { showPage, type ShownPage } from './public-page.ts'
import { linkOf, posterLinkOf, type StoredPage } from './rules.ts'
import { scopeOf } from './scope.ts'
import { takeForm } from './take-form.ts'

/** Most bytes of a form: a few short fields. */
const FORM_MAX_BYTES = 16_384
/** Views per address and minute: a whole shift may open the page from one address. */
const VIEWS_PER_MINUTE = 240
/** Posters as a PDF per address and minute: each takes a second of work. */
const POSTERS_PER_MINUTE = 10

interface PageRequest {
  Params: { url: string }
  Querystring: { lang?: string; from?: string; kiosk?: string; embed?: string; size?: string }
}

/** Registers the public page, which works without a script and needs no session. */
export async function hooks(app: FastifyInstance, kernel: Kernel): Promise<void> {
  const views = makeLocalLimit(VIEWS_PER_MINUTE, 60)
  const posters = makeLocalLimit(POSTERS_PER_MINUTE, 60)
  const pages = pageMemory<StoredPage>(kernel, 'opt-in')
  const open = ({ params }: FastifyRequest<PageRequest>): Promise<Shelf<StoredPage>> => {
    const url = params.url.slice(0, 100).toLowerCase()
    return pages.open(url, async () => {
      const value = await openPage(kernel, url)
      return { orgId: value.orgId, value }
    })
  }
  await app.register(async (site) => {
    site.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_MAX_BYTES },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
    )
    site.get<PageRequest>('/public/join/:url', (request, reply) =>
      answer(request, reply, async () => {
        await views.take(subscriberOf(request.ip))
        const shelf = await open(request)
        const mode = modeOf(request)
        const source = mode === 'kiosk' ? 'kiosk' : request.query.from === 'qr' ? 'qr' : 'web'
        const language = languageFor(request, shelf.value)
        const page = await shelf.page(`${language} ${source} ${mode ?? ''}`, async () =>
          formPage((await shown(kernel, shelf.value, { language, mode })).page, undefined, source),
        )
        if (!isProgram(request)) countView(kernel, shelf.value.orgId, shelf.value.id)
        return sendPacked(reply, page, { mayKeep: false })
      }),
    )
    site.get<PageRequest>('/public/join/:url/poster', (request, reply) =>
      answer(request, reply, async () => {
        await views.take(subscriberOf(request.ip))
        const { value: stored } = await open(request)
        const page = await shown(kernel, stored, { language: languageFor(request, stored) })
        return sendPage(reply, 200, posterPage(page, stored.content, sheetOf(kernel, stored)))
      }),
    )
    site.get<PageRequest>('/public/join/:url/poster.pdf', (request, reply) =>
      answer(request, reply, async () => {
        await posters.take(subscriberOf(request.ip))
        const { value: stored } = await open(request)
        const page = await shown(kernel, stored, { language: languageFor(request, stored) })
        const size = request.query.size === 'letter' ? 'letter' : 'a4'
        const sheet = { ...sheetOf(kernel, stored), size, at: kernel.world.now() } as const
        return sendPdf(reply, await posterPdf(page, stored.content, sheet))
      }),
    )
    site.post<PageRequest & { Body: Record<string, string> }>('/public/join/:url', (request, reply) =>
      answer(request, reply, async () => {
        const { value: stored } = await open(request)
        const language = languageFor(request, stored)
        const page = await shown(kernel, stored, { language, mode: modeOf(request) })
        const form = request.body ?? {}
        return sendPage(reply, 200, await takeForm(kernel, page, { form, address: subscriberOf(request.ip) }))
      }),
    )
  })
}

/** The address in letters and the one in the code of a poster. */
function sheetOf({ config: { publicUrl } }: Kernel, stored: StoredPage): { link: string; code: string } {
  return { link: linkOf(publicUrl, stored.url), code: posterLinkOf(publicUrl, stored) }
}

function languageFor({ query, headers }: FastifyRequest<PageRequest>, { content }: StoredPage): PageLanguage {
  return languageOfReader(content.languages, query.lang, headers['accept-language'])
}

function modeOf({ query }: FastifyRequest<PageRequest>): PageMode | undefined {
  return query.kiosk === '1' ? 'kiosk' : query.embed === '1' ? 'embed' : undefined
}

async function shown(
  kernel: Kernel,
  stored: StoredPage,
  { language, mode }: { language: PageLanguage; mode?: PageMode | undefined },
): Promise<ShownPage> {
  const { organization, logo } = await scopeOf(kernel, stored.orgId)
  return showPage(kernel, stored, { language, organization, logo, mode })
}

/** Answers with a page in words, in the reader's language, when something is refused. */
async function answer(
  request: FastifyRequest<PageRequest>,
  reply: FastifyReply,
  send: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    return await send()
  } catch (error) {
    const language = languageOfReader(PageLanguage.options, request.query.lang, request.headers['accept-language'])
    const code = codeOfError(error)
    if (code === 'page_closed') return sendPage(reply, 410, closedPage(language, 'closed'))
    if (code === 'not_found') return sendPage(reply, 404, closedPage(language, 'unknown'))
    if (code === 'slow_down') return sendPage(reply.header('retry-after', '60'), 429, closedPage(language, 'closed'))
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
