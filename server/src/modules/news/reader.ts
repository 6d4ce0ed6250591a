import type { IncomingHttpHeaders } from 'node:http'
import { NewsLanguage } from '@crewline/contract/news'
import type { Kernel } from '../../kernel/kernel.ts'
import { readPersonalMark } from '../../kernel/pages/personal.ts'
import { languageOfReader } from '../../kernel/i18n/reader-language.ts'
import type { Reader } from './count-readers.ts'
import { closedPage, type Rendered } from './page.ts'
import type { PublicIssue } from './rules.ts'

/** What a request of a reader says. */
export interface FromReader {
  method: string
  ip: string
  query: Record<string, unknown>
  headers: IncomingHttpHeaders
}

/** Returns the language of an issue in which a reader sees it. */
export function languageFor({ query, headers }: FromReader, { content }: PublicIssue): NewsLanguage {
  return languageOfReader([content.language, ...content.languages], query['lang'], headers['accept-language'])
}

/**
 * Returns the mark of a personal link where the page needs it: its poll takes one answer of each person. Empty otherwise, so
 * that all others get the same page.
 */
export function markOf(kernel: Kernel, { query }: FromReader, { orgId, code, content }: PublicIssue): string {
  const mark = query['p']
  if (typeof mark !== 'string' || !content.blocks.some(({ type }) => type === 'poll')) return ''
  const page = { orgId, path: `/public/news/${code}`, now: kernel.world.now() }
  return readPersonalMark(kernel, mark, page) === undefined ? '' : mark
}

/** Describes a reader of an issue, who is not known. */
export function readerOf(
  { ip, headers }: Pick<FromReader, 'ip' | 'headers'>,
  language: NewsLanguage,
  { orgId, id: issueId }: PublicIssue,
): Reader {
  return { orgId, issueId, language, address: ip, agent: headers['user-agent'] ?? '' }
}

/** Returns the page in words for a refusal, in the language of the reader; undefined for a failure of ours. */
export function refusalPage(
  { query, headers }: FromReader,
  refusal: string | undefined,
): { http: number; page: Rendered } | undefined {
  const language = languageOfReader(['en', ...NewsLanguage.options], query['lang'], headers['accept-language'])
  if (refusal === 'page_closed') return { http: 410, page: closedPage(language, 'over') }
  if (refusal === 'not_found') return { http: 404, page: closedPage(language, 'unknown') }
  if (refusal === 'slow_down') return { http: 429, page: closedPage(language, 'slow') }
  return undefined
}
