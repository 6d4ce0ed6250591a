import { pictureIdsOf } from '@crewline/contract/block-rules'
import { fail } from '../../kernel/failure.ts'
import { codeOfError } from '../../kernel/http/answer.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { readFile } from '../files/index.ts'
import { openIssue } from './public-issue.ts'
import type { PublicIssue } from './rules.ts'

/** A response that is no page. */
export interface FileAnswer {
  http: number
  headers: Record<string, string>
  body: string | Buffer
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

/** Answers with a picture of an issue, or not found. */
export async function answerPicture(
  kernel: Kernel,
  { code, fileId, take }: { code: string; fileId: string; take: () => Promise<void> },
): Promise<FileAnswer> {
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
async function openPicture(kernel: Kernel, { orgId, content }: PublicIssue, fileId: string): Promise<FileAnswer> {
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
