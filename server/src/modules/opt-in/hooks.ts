import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PageLanguage } from '@crewline/contract/opt-in'
import { displayPhone, parsePhone } from '@crewline/contract/phone'
import { Failure } from '../../kernel/failure.ts'
import { codeOfError } from '../../kernel/http/answer.ts'
import { makeLocalLimit } from '../../kernel/http/limits.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { countView } from './count-views.ts'
import { confirm, openPage, submit } from './join.ts'
import { closedPage, codePage, formPage, resultPage, type Rendered } from './page.ts'
import { textsIn } from './page-texts.ts'
import { posterPage } from './poster.ts'
import { showPage, type ShownPage } from './public-page.ts'
import { languageOf, linkOf, type StoredPage } from './rules.ts'
import { scopeOf } from './scope.ts'

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
        return posterPage(shown.page, stored.content, linkOf(kernel.config.publicUrl, stored.url))
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
  const fallback = languageOf(PageLanguage.options, request.query.lang, accepted)
  try {
    const stored = await openPage(kernel, request.params.url.slice(0, 100))
    const { organization } = await scopeOf(kernel, stored.orgId)
    const language = languageOf(stored.content.languages, request.query.lang, accepted)
    return send(reply, 200, await render(await showPage(kernel, stored, { language, organization }), stored))
  } catch (error) {
    const code = codeOfError(error)
    if (code === 'page_closed') return send(reply, 410, closedPage(fallback, 'closed'))
    if (code === 'not_found') return send(reply, 404, closedPage(fallback, 'unknown'))
    if (code === 'slow_down') return send(reply.header('retry-after', '60'), 429, closedPage(fallback, 'closed'))
    throw error
  }
}

async function takeForm(
  kernel: Kernel,
  { page, line }: ShownPage,
  { form, address }: { form: Readonly<Record<string, string>>; address: string },
): Promise<Rendered> {
  const texts = textsIn(page.language)
  const phone = (form['phone'] ?? '').slice(0, 40)
  if (form['token'] !== undefined)
    return takeCode(kernel, { page, line }, { token: form['token'], code: form['code'] ?? '', phone })
  const source: 'qr' | 'web' = form['source'] === 'qr' ? 'qr' : 'web'
  // Only programs fill in a field that no one sees. They learn nothing, and nothing is stored.
  if ((form['website'] ?? '') !== '') return resultPage(page, { result: 'pending_confirmation', phone, line })
  const refuse = (errors: Record<string, string>) => formPage(page, { values: form, errors }, source)
  if (form['consent'] !== 'yes') return refuse({ consent: texts.errors.agree })
  const values = Object.fromEntries(
    page.fields.map((field) => [field.source, (form[field.source] ?? '').slice(0, 200)]),
  )
  try {
    const body = {
      url: page.url,
      phone: phone || '-',
      values,
      consent: { accepted: true as const, version: form['version'] ?? '' },
      lang: page.language,
      source,
    }
    const answered = await submit(kernel, body, address)
    const shown = shownNumber(phone)
    if (answered.result === 'code_sent') return codePage(page, { token: answered.token ?? '', phone: shown, line })
    return resultPage(page, { result: answered.result, phone: shown, line })
  } catch (error) {
    const code = codeOfError(error)
    if (code === 'outdated') return refuse({ form: texts.errors.outdated })
    if (code === 'slow_down') return refuse({ form: texts.errors.slow })
    const fields = error instanceof Failure ? Object.entries(error.fieldErrors ?? {}) : []
    if (fields.length === 0) throw error
    return refuse(Object.fromEntries(fields.map(([name, text]) => [name.replace(/^values\./, ''), text.message])))
  }
}

async function takeCode(
  kernel: Kernel,
  { page, line }: ShownPage,
  { token, code, phone }: { token: string; code: string; phone: string },
): Promise<Rendered> {
  const { errors } = textsIn(page.language)
  try {
    const { result } = await confirm(kernel, { token: token.slice(0, 100), code: code.slice(0, 12) })
    return resultPage(page, { result: result as Exclude<typeof result, 'code_sent'>, phone, line })
  } catch (error) {
    const why = codeOfError(error)
    if (why !== 'code_wrong' && why !== 'code_dead') throw error
    return codePage(page, { token, phone, line, error: why === 'code_wrong' ? errors.codeWrong : errors.codeDead })
  }
}

function shownNumber(phone: string): string {
  const parsed = parsePhone(phone, 'US')
  return parsed ? displayPhone(parsed.e164, 'US') : phone
}

/** Previews of messengers and prefetches are no views by people. */
function isProgram({ headers }: FastifyRequest<PageRequest>): boolean {
  const purpose = [headers['sec-purpose'], headers['purpose']].flat().join(' ')
  return (
    purpose.includes('prefetch') ||
    /bot|crawl|preview|facebookexternalhit|whatsapp|slack/i.test(headers['user-agent'] ?? 'bot')
  )
}

function send(reply: FastifyReply, http: number, { html, policy }: Rendered): FastifyReply {
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
