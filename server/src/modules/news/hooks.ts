import { NewsReaction } from '@crewline/contract/news'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fail } from '../../kernel/failure.ts'
import { makeLocalLimit } from '../../kernel/http/limits.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { isProgram, visitFrom } from '../links/index.ts'
import { answer, answerPicture, type PageAnswer, type PageResult } from './answer.ts'
import { countVisit, react, visitorOf } from './count-readers.ts'
import { issuePage, posterPage, screenPage, type ShownIssue } from './page.ts'
import { linkOf, type PublicIssue } from './rules.ts'

/** Most bytes of a reaction. */
const FORM_MAX_BYTES = 1024
/** Per address and minute: a whole shift may open an issue from one address. */
const VIEWS_PER_MINUTE = 300
const PICTURES_PER_MINUTE = 3000
const REACTIONS_PER_MINUTE = 120
/** A screen shows the next language after this time, in seconds, and looks for changes. */
const SCREEN_TURN_S = 30

interface IssueRequest {
  Params: { code: string }
  Querystring: Record<string, unknown>
}

/** Registers the public pages of news, which work without a script and need no session. */
export async function hooks(app: FastifyInstance, kernel: Kernel): Promise<void> {
  const views = makeLocalLimit(VIEWS_PER_MINUTE, 60)
  const pictures = makeLocalLimit(PICTURES_PER_MINUTE, 60)
  const reactions = makeLocalLimit(REACTIONS_PER_MINUTE, 60)
  const send = (reply: FastifyReply, { http, headers, body }: PageAnswer) =>
    reply.status(http).headers(headers).send(body)
  const serve = async (
    request: FastifyRequest<IssueRequest>,
    reply: FastifyReply,
    render: (shown: ShownIssue, issue: PublicIssue) => Promise<PageResult>,
  ) => {
    const { params, query, headers } = request
    const asked = { code: params.code, wished: query['lang'], accepted: headers['accept-language'] }
    return send(reply, await answer(kernel, asked, render))
  }
  await app.register(async (site) => {
    site.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_MAX_BYTES },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
    )
    site.get<IssueRequest>('/public/news/:code', (request, reply) =>
      serve(request, reply, async (shown, issue) => {
        await views.take(request.ip)
        if (!isProgram(visitFrom(request))) countVisit(kernel, visitOf(kernel, request, shown, issue))
        const { size, reacted } = request.query
        return issuePage(shown, { isLarge: size === 'large', reacted: NewsReaction.safeParse(reacted).data })
      }),
    )
    site.get<IssueRequest>('/public/news/:code/poster', (request, reply) =>
      serve(request, reply, async (shown, { code }) => {
        await views.take(request.ip)
        return posterPage(shown, linkOf(kernel.config.publicUrl, code))
      }),
    )
    site.get<IssueRequest>('/public/news/:code/screen', (request, reply) =>
      serve(request, reply, async (shown, { code, content }) => {
        await views.take(request.ip)
        const languages = [content.language, ...content.languages]
        const next = languages[(languages.indexOf(shown.language) + 1) % languages.length]
        const refresh = `${SCREEN_TURN_S}; url=${shown.path}/screen?lang=${next}`
        return { ...screenPage(shown, linkOf(kernel.config.publicUrl, code)), refresh }
      }),
    )
    site.post<IssueRequest & { Body: Record<string, string> | undefined }>('/public/news/:code', (request, reply) =>
      serve(request, reply, async (shown, issue) => {
        await reactions.take(request.ip)
        const reaction = NewsReaction.safeParse(request.body?.['reaction']).data
        if (reaction === undefined || !issue.content.reactions) return fail('not_found')
        await react(kernel, visitOf(kernel, request, shown, issue), reaction)
        const size = request.query['size'] === 'large' ? '&size=large' : ''
        return { redirect: `${shown.path}?lang=${shown.language}${size}&reacted=${reaction}#reactions` }
      }),
    )
    site.get<{ Params: { code: string; fileId: string } }>(
      '/public/news/:code/picture/:fileId',
      async (request, reply) =>
        send(reply, await answerPicture(kernel, { ...request.params, take: () => pictures.take(request.ip) })),
    )
  })
}

function visitOf(kernel: Kernel, request: FastifyRequest<IssueRequest>, { language }: ShownIssue, issue: PublicIssue) {
  const agent = request.headers['user-agent'] ?? ''
  const visitor = visitorOf(kernel, issue.id, { address: request.ip, agent })
  return { orgId: issue.orgId, issueId: issue.id, visitor, language }
}
