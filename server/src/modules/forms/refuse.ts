import type { IncomingHttpHeaders } from 'node:http'
import { FormLanguage } from '@crewline/contract/form-content'
import { codeOfError } from '../../kernel/http/answer.ts'
import { languageOfReader } from '../../kernel/i18n/reader-language.ts'
import { sendPage } from '../../kernel/pages/send.ts'
import { outsidePage } from './page.ts'

type Reply = Parameters<typeof sendPage>[0]

/** What a page for someone without a form reads of a request. */
interface Asked {
  query: unknown
  headers: IncomingHttpHeaders
}

/** Answers with a page in words when a form can't be opened; throws everything else. */
export function refused(error: unknown, request: Asked, reply: Reply): Reply {
  const code = codeOfError(error)
  if (code === 'page_closed') return sendPage(reply, 410, outsidePage(languageFor(request), 'closed'))
  if (code === 'not_found') return sendPage(reply, 404, outsidePage(languageFor(request), 'unknown'))
  if (code === 'slow_down') return slow(request, reply)
  throw error
}

/** Answers an address that sends or opens too much. */
export function slow(request: Asked, reply: Reply): Reply {
  return sendPage(reply.header('retry-after', '60'), 429, outsidePage(languageFor(request), 'slow'))
}

/** Answers while other pages with files take the memory that is meant for them. */
export function busy(request: Asked, reply: Reply): Reply {
  return sendPage(reply.header('retry-after', '20'), 503, outsidePage(languageFor(request), 'retry'))
}

/** Returns the language of the address or the browser, for a page without a form. */
export function languageFor({ query, headers }: Asked): FormLanguage {
  const { lang } = query as { lang?: unknown }
  return languageOfReader(FormLanguage.options, text(lang), headers['accept-language'])
}

/** A parameter that is repeated arrives as a list. */
export function text(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 200) : ''
}
