import { languageOfReader } from '../../kernel/i18n/reader-language.ts'
import { pictureIdsOf } from '@crewline/contract/block-rules'
import { NewsLanguage } from '@crewline/contract/news'
import { fail } from '../../kernel/failure.ts'
import { codeOfError } from '../../kernel/http/answer.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { readFile } from '../files/index.ts'
import { closedPage, type Rendered, type ShownIssue } from './page.ts'
import { openIssue, showIssue } from './public-issue.ts'
import type { PublicIssue } from './rules.ts'

/** A response of a public page. */
export interface PageAnswer {
  http: number
  headers: Record<string, string>
  body: string | Buffer
}

/** What a request for a page of an issue says. */
export interface PageRequest {
  code: string
  /** The language in its query. */
  wished: unknown
  /** `Accept-Language`. */
  accepted: string | undefined
}

/** A page; `refresh` is the header of that name. Or where to go on. */
export type PageResult = (Rendered & { refresh?: string }) | { redirect: string }

/** Not stored, not indexed. */
const HEADERS = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
  'x-content-type-options': 'nosniff',
}
const TEXT = { ...HEADERS, 'content-type': 'text/plain; charset=utf-8' }

/** Answers with a page in the reader's language, and with a page in words when something is refused. */
export async function answer(
  kernel: Kernel,
  { code, wished, accepted }: PageRequest,
  render: (shown: ShownIssue, issue: PublicIssue) => Promise<PageResult>,
): Promise<PageAnswer> {
  try {
    const issue = await openIssue(kernel, code)
    const language = languageOfReader([issue.content.language, ...issue.content.languages], wished, accepted)
    const result = await render(await showIssue(kernel, issue, language), issue)
    if ('redirect' in result) return { http: 303, headers: { ...TEXT, location: result.redirect }, body: '' }
    return page(200, result, result.refresh === undefined ? {} : { refresh: result.refresh })
  } catch (error) {
    const language = languageOfReader(['en', ...NewsLanguage.options], wished, accepted)
    const refusal = codeOfError(error)
    if (refusal === 'page_closed') return page(410, closedPage(language, 'over'))
    if (refusal === 'not_found') return page(404, closedPage(language, 'unknown'))
    if (refusal === 'slow_down') return page(429, closedPage(language, 'slow'), { 'retry-after': '60' })
    throw error
  }
}

/** A page keeps to its own policy. */
function page(http: number, { html, policy }: Rendered, more: Record<string, string> = {}): PageAnswer {
  const headers = { ...HEADERS, 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy, ...more }
  return { http, headers, body: html }
}

/** Answers with a picture of an issue, or not found. */
export async function answerPicture(
  kernel: Kernel,
  { code, fileId, take }: { code: string; fileId: string; take: () => Promise<void> },
): Promise<PageAnswer> {
  try {
    await take()
    return await openPicture(kernel, await openIssue(kernel, code), fileId)
  } catch (error) {
    const refusal = codeOfError(error)
    if (refusal === 'slow_down') return { http: 429, headers: { ...TEXT, 'retry-after': '60' }, body: 'Wait a minute.' }
    if (refusal === 'not_found' || refusal === 'page_closed') return { http: 404, headers: TEXT, body: 'Not found.' }
    throw error
  }
}

/** Only pictures of what is published are public, and only at the address of the issue. */
async function openPicture(kernel: Kernel, { orgId, content }: PublicIssue, fileId: string): Promise<PageAnswer> {
  if (!pictureIdsOf(content.blocks).includes(fileId)) fail('not_found')
  const { file, bytes } = (await readFile(kernel, orgId, fileId)) ?? fail('not_found')
  const headers = {
    ...HEADERS,
    // A file never changes, but an issue may end.
    'cache-control': 'private, max-age=3600',
    'content-type': file.mime,
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  }
  return { http: 200, headers, body: bytes }
}
