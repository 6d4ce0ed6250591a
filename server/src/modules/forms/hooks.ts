import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { FormLanguage } from '@crewline/contract/form-content'
import { fail } from '../../kernel/failure.ts'
import { codeOfError } from '../../kernel/http/answer.ts'
import { makeLocalLimit } from '../../kernel/http/limits.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { readPersonalMark } from '../../kernel/pages/personal.ts'
import { sendPage } from '../../kernel/pages/send.ts'
import { endPage, outsidePage, type Rendered, type ShownForm } from './page.ts'
import { languageOf } from './page-texts.ts'
import { posterPage } from './poster.ts'
import { isOpenAt, linkOf, type StoredForm } from './rules.ts'
import { scopeOf } from './scope.ts'
import { openForm, takePage, type Reader } from './take-page.ts'
import { formByCode, hasAnswered, personOf, versionOf } from './views.ts'

/** Most bytes of a form: fifty long answers in an alphabet of three bytes each, escaped. */
const FORM_MAX_BYTES = 2_097_152
/** Views per address and minute: a whole shift may open the page from one address. */
const VIEWS_PER_MINUTE = 240
/** Pages that one address may send in a minute. */
const PAGES_PER_MINUTE = 240

interface FormRequest {
  Params: { code: string }
  Querystring: { lang?: string; from?: string; p?: string }
}

/** Registers the public pages, which work without a script and need no session. */
export async function hooks(app: FastifyInstance, kernel: Kernel): Promise<void> {
  const views = makeLocalLimit(VIEWS_PER_MINUTE, 60)
  const pages = makeLocalLimit(PAGES_PER_MINUTE, 60)
  await app.register(async (site) => {
    site.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_MAX_BYTES },
      (_request, body, done) => done(null, new URLSearchParams(body as string)),
    )
    site.setErrorHandler<FastifyError>((error, request, reply) => {
      if (error.statusCode !== 413) throw error
      return sendPage(
        reply,
        413,
        outsidePage(languageOf(FormLanguage.options, request.headers['accept-language']), 'tooLarge'),
      )
    })
    site.get<FormRequest>('/public/forms/:code', (request, reply) =>
      answer(
        kernel,
        { request, reply },
        { mark: text(request.query.p), version: undefined },
        async ({ form, stored, reader }) => {
          await views.take(request.ip)
          return (await refusalOf(kernel, stored, { form, reader })) ?? openForm(kernel, form)
        },
      ),
    )
    site.get<FormRequest>('/public/forms/:code/poster', (request, reply) =>
      answer(kernel, { request, reply }, { mark: '', version: undefined }, async ({ form, stored }) => {
        await views.take(request.ip)
        return posterPage(form, linkOf(kernel.config.publicUrl, stored.code))
      }),
    )
    site.post<FormRequest>('/public/forms/:code', (request, reply) => {
      const body = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
      const sent = { mark: text(body.get('p')), version: Number.parseInt(body.get('version') ?? '', 10) || undefined }
      return answer(kernel, { request, reply }, sent, async ({ form, stored, reader }) => {
        await pages.take(request.ip)
        const via = body.get('from') === 'qr' ? 'qr' : 'public'
        const refusal = await refusalOf(kernel, stored, { form, reader })
        return refusal ?? takePage(kernel, stored, { form: { ...form, via }, body, reader })
      })
    })
  })
}

interface Opened {
  form: ShownForm
  stored: StoredForm
  reader: Reader
}

/** Answers with a page in the reader's language, and with a page in words when something is refused. */
async function answer(
  kernel: Kernel,
  { request, reply }: { request: FastifyRequest<FormRequest>; reply: FastifyReply },
  { mark, version }: { mark: string; version: number | undefined },
  render: (opened: Opened) => Promise<Rendered>,
): Promise<FastifyReply> {
  const lang = text(request.query.lang)
  const accepted = request.headers['accept-language']
  try {
    const opened = await open(
      kernel,
      { code: request.params.code, mark, version, from: text(request.query.from), address: request.ip },
      [lang, accepted],
    )
    return sendPage(reply, 200, await render(opened))
  } catch (error) {
    const language = languageOf(FormLanguage.options, lang, accepted)
    const code = codeOfError(error)
    if (code === 'page_closed') return sendPage(reply, 410, outsidePage(language, 'closed'))
    if (code === 'not_found') return sendPage(reply, 404, outsidePage(language, 'unknown'))
    if (code === 'slow_down') return sendPage(reply.header('retry-after', '60'), 429, outsidePage(language, 'slow'))
    throw error
  }
}

const SYSTEM = 'a public address identifies its form, and the form its organization'

/** Finds the form at an address with the person of the link. Fails with `not_found`, or `page_closed`. */
async function open(
  kernel: Kernel,
  sent: { code: string; mark: string; version: number | undefined; from: string; address: string },
  [lang, accepted]: [string, string | undefined],
): Promise<Opened> {
  const stored = (await formByCode(kernel.database.asSystem(SYSTEM), sent.code.slice(0, 40))) ?? fail('not_found')
  if (stored.publishedVersion === null) return fail('not_found')
  const db = kernel.database.ofOrg(stored.orgId)
  const newest = (await versionOf(db, stored, stored.publishedVersion)) ?? fail('not_found')
  const now = kernel.world.now()
  if (!isOpenAt(stored, newest.closesAt, now)) fail('page_closed')
  // A person who opened an earlier version finishes that one: nothing they typed is lost.
  const earlier = sent.version !== undefined && sent.version > 0 && sent.version < stored.publishedVersion
  const old = earlier ? await versionOf(db, stored, sent.version ?? 0) : undefined
  const path = `/public/forms/${stored.code}`
  const contactId = readPersonalMark(kernel, sent.mark, { orgId: stored.orgId, path, now })
  const person = contactId === undefined ? undefined : await personOf(db, stored.orgId, contactId)
  const content = old ? { ...old, closesAt: newest.closesAt } : newest
  return {
    stored,
    reader: { address: sent.address, contactId: person?.id },
    form: {
      path,
      content,
      version: old ? (sent.version ?? 0) : stored.publishedVersion,
      organization: (await scopeOf(kernel, stored.orgId)).organization,
      language: languageOf(content.languages, lang, person?.language, accepted),
      mark: person ? sent.mark : '',
      via: sent.from === 'qr' ? 'qr' : 'public',
    },
  }
}

/** Returns the page for a person who may not answer, or has already. */
async function refusalOf(
  kernel: Kernel,
  stored: StoredForm,
  { form, reader }: Pick<Opened, 'form' | 'reader'>,
): Promise<Rendered | undefined> {
  const { contactId } = reader
  if (contactId === undefined) return form.content.access === 'invited' ? endPage(form, 'invited') : undefined
  if (!form.content.oncePerPerson) return undefined
  const db = kernel.database.ofOrg(stored.orgId)
  return (await hasAnswered(db, stored, contactId)) ? endPage(form, 'already') : undefined
}

/** A parameter that is repeated arrives as a list. */
function text(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 200) : ''
}
