import type { IncomingMessage } from 'node:http'
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { makeLocalLimit } from '../../kernel/http/limits.ts'
import { subscriberOf } from '../../kernel/http/subscriber.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { pageMemory, type Shelf } from '../../kernel/pages/memory.ts'
import { sendPage } from '../../kernel/pages/send.ts'
import { answerWith } from './answer-page.ts'
import { findForm, type PublicForm } from './open-form.ts'
import { outsidePage } from './page.ts'
import { posterPage, posterPdf } from './poster.ts'
import { bodyOf, holdBytes, pageMaxBytes, PagesFull, PageTooLarge, readBytes, readMultipart } from './read-body.ts'
import { busy, languageFor, refused, slow, text } from './refuse.ts'
import { linkOf } from './rules.ts'
import { showForm, takeForm } from './take-form.ts'

/** Most bytes of a form: fifty long answers in an alphabet of three bytes each, escaped. */
const FORM_MAX_BYTES = 2_097_152
/** Posters as a PDF per address and minute: each takes a second of work. */
const POSTERS_PER_MINUTE = 10
/** Pages that one address may open, and may send, in a minute: a whole shift may do so from one address. */
const PAGES_PER_MINUTE = 240

interface FormRequest {
  Params: { code: string; place?: string }
  Querystring: { lang?: string; from?: string; p?: string; size?: string }
}

/** Registers the public pages, which work without a script and need no session. */
export async function hooks(app: FastifyInstance, kernel: Kernel): Promise<void> {
  const views = makeLocalLimit(PAGES_PER_MINUTE, 60)
  const pages = makeLocalLimit(PAGES_PER_MINUTE, 60)
  const posters = makeLocalLimit(POSTERS_PER_MINUTE, 60)
  const held = holdBytes()
  const forms = pageMemory<PublicForm>(kernel, 'forms')
  const find = (params: Partial<FormRequest['Params']>): Promise<Shelf<PublicForm>> => {
    const named = { code: (params.code ?? '').slice(0, 40), isKiosk: params.place === 'kiosk' }
    return forms.open(`${named.isKiosk ? 'kiosk' : 'forms'} ${named.code}`, () => findForm(kernel, named))
  }
  const answer = answerWith(kernel, find)
  await app.register(async (site) => {
    site.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_MAX_BYTES },
      (_request, body, done) => done(null, new URLSearchParams(body as string)),
    )
    // Before the body: neither a flood of large pages nor one of small ones is read.
    site.addHook('onRequest', async (request, reply) => {
      const limit = request.method === 'POST' ? pages : views
      const { isRefused } = await limit.count(subscriberOf(request.ip))
      if (isRefused) return slow(request, reply)
      if (!isMultipart(request)) return undefined
      if (held.isFull() || !held.begin(request, subscriberOf(request.ip))) return busy(request, reply)
      reply.raw.once('close', () => held.release(request))
      return undefined
    })
    site.addContentTypeParser('multipart/form-data', async (request: FastifyRequest, body: IncomingMessage) => {
      const refuse = (error: unknown): never => {
        body.resume()
        throw error
      }
      const { value } = await find(request.params as FormRequest['Params']).catch(refuse)
      const most = pageMaxBytes(value.newest.questions)
      if (Number(request.headers['content-length'] ?? 0) > most) refuse(new PageTooLarge())
      const bytes = await readBytes(body, { most, held, holder: request })
      return readMultipart(bytes, request.headers['content-type'] ?? '')
    })
    site.setErrorHandler<FastifyError>((error, request, reply) => {
      if (error instanceof PagesFull) return busy(request, reply)
      if (error.statusCode !== 413 && !(error instanceof PageTooLarge)) return refused(error, request, reply)
      return sendPage(reply, 413, outsidePage(languageFor(request), 'tooLarge'))
    })
    site.get<FormRequest>('/public/:place(^forms|kiosk$)/:code', (request, reply) =>
      answer({ request, reply }, { mark: text(request.query.p) }, (opened, shelf) => showForm(kernel, opened, shelf)),
    )
    site.get<FormRequest>('/public/forms/:code/poster', (request, reply) =>
      answer({ request, reply }, { mark: '' }, async ({ form, stored }) =>
        posterPage(form, linkOf(kernel.config.publicUrl, stored.code)),
      ),
    )
    site.get<FormRequest>('/public/forms/:code/poster.pdf', (request, reply) =>
      answer({ request, reply }, { mark: '' }, async ({ form, stored }) => {
        await posters.take(subscriberOf(request.ip))
        const size = request.query.size === 'letter' ? 'letter' : 'a4'
        const link = linkOf(kernel.config.publicUrl, stored.code)
        return posterPdf(form, { link, size, at: kernel.world.now() })
      }),
    )
    site.post<FormRequest>('/public/:place(^forms|kiosk$)/:code', (request, reply) => {
      const body = bodyOf(request.body)
      const version = Number.parseInt(body.fields.get('version') ?? '', 10) || undefined
      // The page before the form carries where its reader came from in its fields.
      const from = text(body.fields.get('from')) || undefined
      const sent = { mark: text(body.fields.get('p')), version, from, issue: text(body.fields.get('issue')) }
      return answer({ request, reply }, sent, async (first, _shelf, open) => {
        const taken = await takeForm(kernel, { ...body, first, open, accepted: request.headers['accept-language'] })
        if (taken.cookie !== undefined) reply.header('set-cookie', taken.cookie)
        return taken.answer
      })
    })
  })
}

function isMultipart({ method, headers }: FastifyRequest): boolean {
  return method === 'POST' && /^multipart\/form-data/i.test(headers['content-type'] ?? '')
}
