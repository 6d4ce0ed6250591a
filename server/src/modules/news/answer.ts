import { pictureIdsOf } from '@crewline/contract/block-rules'
import { NewsLanguage } from '@crewline/contract/news'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { fail } from '../../kernel/failure.ts'
import { codeOfError } from '../../kernel/http/answer.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { readFile } from '../files/index.ts'
import { closedPage, type Rendered, type ShownIssue } from './page.ts'
import { openIssue, showIssue } from './public-issue.ts'
import { languageFor, type PublicIssue } from './rules.ts'

/** A request for a page of an issue. */
export interface IssueRequest {
  Params: { code: string }
  Querystring: Record<string, unknown>
}

const HEADERS = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
  'x-content-type-options': 'nosniff',
}

/** Answers with a picture of an issue, or not found. */
export async function answerPicture(
  kernel: Kernel,
  reply: FastifyReply,
  { code, fileId, take }: { code: string; fileId: string; take: () => Promise<void> },
): Promise<FastifyReply> {
  try {
    await take()
    return await sendPicture(kernel, reply, await openIssue(kernel, code), fileId)
  } catch (error) {
    const refusal = codeOfError(error)
    if (refusal !== 'not_found' && refusal !== 'page_closed' && refusal !== 'slow_down') throw error
    const http = refusal === 'slow_down' ? 429 : 404
    return reply.status(http).headers(HEADERS).type('text/plain; charset=utf-8').send('Not found.')
  }
}

/** Only pictures of what is published are public, and only at the address of the issue. */
async function sendPicture(
  kernel: Kernel,
  reply: FastifyReply,
  { orgId, content }: PublicIssue,
  fileId: string,
): Promise<FastifyReply> {
  if (!pictureIdsOf(content.blocks).includes(fileId)) fail('not_found')
  const { file, bytes } = (await readFile(kernel, orgId, fileId)) ?? fail('not_found')
  return reply
    .headers({
      ...HEADERS,
      // A file never changes, but an issue may end.
      'cache-control': 'private, max-age=3600',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    })
    .type(file.mime)
    .send(bytes)
}

/** Answers with a page in the reader's language, and with a page in words when something is refused. */
export async function answer(
  kernel: Kernel,
  request: FastifyRequest<IssueRequest>,
  reply: FastifyReply,
  render: (shown: ShownIssue, issue: PublicIssue) => Promise<Rendered | { redirect: string }>,
): Promise<FastifyReply> {
  const accepted = request.headers['accept-language']
  const wished = request.query['lang']
  try {
    const issue = await openIssue(kernel, request.params.code)
    const language = languageFor([issue.content.language, ...issue.content.languages], wished, accepted)
    const rendered = await render(await showIssue(kernel, issue, language), issue)
    return 'redirect' in rendered ? reply.headers(HEADERS).redirect(rendered.redirect, 303) : send(reply, 200, rendered)
  } catch (error) {
    const language = languageFor(['en', ...NewsLanguage.options], wished, accepted)
    const code = codeOfError(error)
    if (code === 'page_closed') return send(reply, 410, closedPage(language, 'over'))
    if (code === 'not_found') return send(reply, 404, closedPage(language, 'unknown'))
    if (code === 'slow_down') return send(reply.header('retry-after', '60'), 429, closedPage(language, 'slow'))
    throw error
  }
}

/** Sends a page that is not stored, not indexed, and keeps to its own policy. */
function send(reply: FastifyReply, http: number, { html, policy }: Rendered): FastifyReply {
  return reply
    .status(http)
    .headers({ ...HEADERS, 'content-security-policy': policy })
    .type('text/html; charset=utf-8')
    .send(html)
}
