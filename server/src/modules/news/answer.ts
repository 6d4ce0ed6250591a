import { fileIdsOf, formIdsOf, pictureIdsOf } from '@crewline/contract/block-rules'
import { fail } from '../../kernel/failure.ts'
import { codeOfError } from '../../kernel/http/answer.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { readFile, servePageFile } from '../files/index.ts'
import { countHit, isProgram, visitFrom } from '../links/index.ts'
import { rememberedOrganization } from '../organizations/index.ts'
import { calendarOf, eventOf } from './calendar.ts'
import { eventKey, formKey } from './offers.ts'
import { shownForms } from './ports.ts'
import { openIssue } from './public-issue.ts'
import { languageFor, type FromReader } from './reader.ts'
import type { NewsLanguage } from '@crewline/contract/news'
import type { Readable } from 'node:stream'
import { dispositionOf } from '../../kernel/http/disposition.ts'
import { contentIn, linkOf, type PublicIssue } from './rules.ts'

/** A response that is no page. */
export interface FileAnswer {
  http: number
  headers: Record<string, string>
  body: string | Buffer | Readable
}

/** Not stored, not indexed. */
const HEADERS = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
  'x-content-type-options': 'nosniff',
}
/** The headers of an answer that is no page. */
export const TEXT = { ...HEADERS, 'content-type': 'text/plain; charset=utf-8' }

/** A request for something of an issue that is no page. */
interface PartRequest {
  code: string
  kind: string
  /** The id of a picture, a file or a form, or the name of an event. */
  name: string
  reader: FromReader
  take: () => Promise<void>
}

/** Answers with a picture, a file, a form or an event of an issue, or not found. Of a file, the requested range. */
export async function answerPart(kernel: Kernel, { code, kind, name, reader, take }: PartRequest): Promise<FileAnswer> {
  const open = (issue: PublicIssue): Promise<FileAnswer> => {
    if (kind === 'picture') return openPicture(kernel, issue, name)
    const opened = { name, language: languageFor(reader, issue), isCounted: !isProgram(visitFrom(reader)) }
    if (kind === 'event') return openEvent(kernel, issue, opened)
    if (kind === 'form') return openForm(kernel, issue, opened)
    const { orgId, content } = issue
    if (kind !== 'file' || !fileIdsOf(content.blocks).includes(name)) return fail('not_found')
    return servePageFile(kernel, { orgId, fileId: name, range: reader.headers.range })
  }
  try {
    await take()
    return await open(await openIssue(kernel, code))
  } catch (error) {
    const refusal = codeOfError(error)
    if (refusal === 'slow_down') return { http: 429, headers: { ...TEXT, 'retry-after': '60' }, body: 'Wait a minute.' }
    if (refusal === 'not_found' || refusal === 'page_closed') return { http: 404, headers: TEXT, body: 'Not found.' }
    throw error
  }
}

/** Only pictures of what is published are public, and only at the address of the issue. */
async function openPicture(kernel: Kernel, { orgId, content }: PublicIssue, fileId: string): Promise<FileAnswer> {
  if (!pictureIdsOf(content).includes(fileId)) fail('not_found')
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

/** What a reader opens: a form or an event. */
interface OpenedOffer {
  name: string
  language: NewsLanguage
  /** Whether it counts as a click: programs open things too. */
  isCounted: boolean
}

/** Counts a click on a form or an event; issues that were published before clicks were counted have no code for it. */
function countOpened(kernel: Kernel, { orgId, linkCodes }: PublicIssue, key: string, isCounted: boolean): void {
  const code = linkCodes[key]
  if (code !== undefined) countHit(kernel, orgId, code, !isCounted)
}

/** Leads to a form of the issue, in the language of the reader. A form that closed says so itself. */
async function openForm(
  kernel: Kernel,
  issue: PublicIssue,
  { name, language, isCounted }: OpenedOffer,
): Promise<FileAnswer> {
  const { orgId, content } = issue
  if (!formIdsOf(content.blocks).includes(name)) fail('not_found')
  const ground = { db: kernel.database.ofOrg(orgId), orgId, now: kernel.world.now(), language }
  const form = (await shownForms.get()(ground, [name])).get(name) ?? fail('not_found')
  countOpened(kernel, issue, formKey(name), isCounted)
  return { http: 303, headers: { ...TEXT, location: `${form.path}?lang=${language}` }, body: '' }
}

/** An event as a file for calendars. */
async function openEvent(
  kernel: Kernel,
  issue: PublicIssue,
  { name, language, isCounted }: OpenedOffer,
): Promise<FileAnswer> {
  const { blocks } = contentIn(issue.content, language)
  const event = eventOf(blocks, name.replace(/\.ics$/, '')) ?? fail('not_found')
  countOpened(kernel, issue, eventKey(event.id), isCounted)
  const { name: organization } = await rememberedOrganization(kernel, issue.orgId)
  const url = linkOf(kernel.config.publicUrl, issue.code)
  const headers = {
    ...HEADERS,
    'content-type': 'text/calendar; charset=utf-8',
    'content-disposition': dispositionOf('attachment', `${event.title}.ics`),
  }
  const id = `${issue.code}-${event.id}@${new URL(url).hostname}`
  return { http: 200, headers, body: calendarOf(event, { id, url, organization, stamp: issue.publishedAt }) }
}
