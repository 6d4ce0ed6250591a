import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fail } from '../../kernel/failure.ts'
import { makeLocalLimit } from '../../kernel/http/limits.ts'
import { subscriberOf } from '../../kernel/http/subscriber.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { pageMemory } from '../../kernel/pages/memory.ts'
import { sendFilled, sendPacked, sendPage } from '../../kernel/pages/send.ts'
import { slotOf } from '../../kernel/pages/template.ts'
import { isProgram, visitFrom } from '../links/index.ts'
import { answerPart } from './answer.ts'
import { answer, sendOn } from './answer-page.ts'
import { countDepth, countVisit, react } from './count-readers.ts'
import { issuePage, posterPage, screenPage } from './page.ts'
import { openIssue, showIssue } from './public-issue.ts'
import { languageFor, markOf, readerOf } from './reader.ts'
import { linkOf, reactionOf, type PublicIssue } from './rules.ts'

/** Most bytes of a reaction. */
const FORM_MAX_BYTES = 1024
/** Per address and minute: a whole shift may open an issue from one address. */
const VIEWS_PER_MINUTE = 300
const PARTS_PER_MINUTE = 3000
const REACTIONS_PER_MINUTE = 120
/** A screen shows the next language after this time, in seconds, and looks for changes. */
const SCREEN_TURN_S = 30

/** The place of the mark of a personal link. */
const MARK = slotOf(0, 56)

/** A request for a page of an issue. */
interface IssueRequest {
  Params: { code: string }
  Querystring: Record<string, unknown>
}

/** Registers the public pages of news, which work without a script and need no session. */
export async function hooks(app: FastifyInstance, kernel: Kernel): Promise<void> {
  const views = makeLocalLimit(VIEWS_PER_MINUTE, 60)
  const pages = pageMemory<PublicIssue & { expiresAt: Date | null }>(kernel, 'news')
  const open = ({ params: { code } }: FastifyRequest<IssueRequest>) =>
    pages.open(code, async () => {
      const value = await openIssue(kernel, code)
      return { orgId: value.orgId, value, until: value.expiresAt }
    })
  await app.register(async (site) => {
    site.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_MAX_BYTES },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
    )
    site.get<IssueRequest>('/public/news/:code', (request, reply) =>
      answer(request, reply, async () => {
        const { ip, headers } = request
        await views.take(subscriberOf(ip))
        const shelf = await open(request)
        const { value: issue } = shelf
        const language = languageFor(request, issue)
        if (!isProgram(visitFrom(request))) countVisit(kernel, readerOf({ ip, headers }, language, issue))
        const isLarge = request.query['size'] === 'large'
        const reacted = reactionOf(request.query['reacted'])
        const render = async (mark = '') =>
          issuePage(await showIssue(kernel, issue, language, mark), { isLarge, reacted })
        const mark = markOf(kernel, request, issue)
        if (reacted) return sendPage(reply, 200, await render(mark))
        const variant = `${language} ${isLarge ? 'large' : ''}`
        if (mark !== '') return sendFilled(reply, await shelf.template(variant, [MARK], () => render(MARK)), [mark])
        return sendPacked(reply, await shelf.page(variant, render), { mayKeep: true })
      }),
    )
    site.get<IssueRequest>('/public/news/:code/poster', (request, reply) =>
      answer(request, reply, async () => {
        await views.take(subscriberOf(request.ip))
        const { value: issue } = await open(request)
        const shown = await showIssue(kernel, issue, languageFor(request, issue))
        return sendPage(reply, 200, posterPage(shown, linkOf(kernel.config.publicUrl, issue.code)))
      }),
    )
    site.get<IssueRequest>('/public/news/:code/screen', (request, reply) =>
      answer(request, reply, async () => {
        await views.take(subscriberOf(request.ip))
        const shelf = await open(request)
        const { code, content } = shelf.value
        const language = languageFor(request, shelf.value)
        const languages = [content.language, ...content.languages]
        const next = languages[(languages.indexOf(language) + 1) % languages.length]
        const page = await shelf.page(`screen ${language}`, async () => {
          const shown = await showIssue(kernel, shelf.value, language)
          const refresh = `${SCREEN_TURN_S}; url=${shown.path}/screen?lang=${next}`
          return { ...screenPage(shown, linkOf(kernel.config.publicUrl, code)), refresh }
        })
        return sendPacked(reply, page, { mayKeep: true })
      }),
    )
    serveReactions(site, kernel, open)
    serveParts(site, kernel)
  })
}

/** Registers what readers send: their reaction, and how far they read. */
function serveReactions(
  site: FastifyInstance,
  kernel: Kernel,
  open: (request: FastifyRequest<IssueRequest>) => Promise<{ value: PublicIssue }>,
): void {
  const reactions = makeLocalLimit(REACTIONS_PER_MINUTE, 60)
  const depths = makeLocalLimit(VIEWS_PER_MINUTE, 60)
  site.post<IssueRequest & { Body: Record<string, string> | undefined }>('/public/news/:code', (request, reply) =>
    answer(request, reply, async () => {
      await reactions.take(subscriberOf(request.ip))
      const { value: issue } = await open(request)
      const reaction = reactionOf(request.body?.['reaction'])
      if (reaction === undefined || !issue.content.reactions) return fail('not_found')
      const language = languageFor(request, issue)
      await react(kernel, readerOf(request, language, issue), reaction)
      const size = request.query['size'] === 'large' ? '&size=large' : ''
      const mark = markOf(kernel, request, issue)
      const personal = mark === '' ? '' : `&p=${mark}`
      return sendOn(
        reply,
        `/public/news/${issue.code}?lang=${language}${size}${personal}&reacted=${reaction}#reactions`,
      )
    }),
  )
  // Sent by the script of the page; says nothing to who only tries addresses.
  site.post<IssueRequest>('/public/news/:code/depth', (request, reply) =>
    answer(request, reply, async () => {
      await depths.take(subscriberOf(request.ip))
      const { value: issue } = await open(request)
      if (!isProgram({ ...visitFrom(request), method: 'GET', fetchMode: undefined }))
        countDepth(kernel, readerOf(request, languageFor(request, issue), issue))
      return reply.status(204).headers({ 'cache-control': 'no-store' }).send()
    }),
  )
}

/** Registers what a page of an issue shows and offers: pictures, files, videos and events. */
function serveParts(site: FastifyInstance, kernel: Kernel): void {
  const parts = makeLocalLimit(PARTS_PER_MINUTE, 60)
  site.get<PartRequest>('/public/news/:code/:kind/:name', async (request, reply) => {
    const take = () => parts.take(subscriberOf(request.ip))
    const { http, headers, body } = await answerPart(kernel, { ...request.params, reader: request, take })
    return reply.status(http).headers(headers).send(body)
  })
}

/** A request for a part of an issue. */
type PartRequest = IssueRequest & { Params: { kind: string; name: string } }
