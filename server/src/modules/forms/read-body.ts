import { FORM_FILES_MAX } from '@crewline/contract/form-limits'
import { UPLOAD_MAX_BYTES } from '@crewline/contract/limits'
import { fail } from '../../kernel/failure.ts'
import type { SentFile } from './add-files.ts'

/** Most bytes of a page with files: as many as one question takes, and the answers. */
export const FILES_MAX_BYTES = FORM_FILES_MAX * UPLOAD_MAX_BYTES + 3_145_728
/** Parts of a page: every question with all its choices, and its files. */
const PARTS_MAX = 2000

/** What a page sent. */
export interface SentBody {
  fields: URLSearchParams
  files: SentFile[]
}

/** Reads a page that was sent as multipart, in memory. Fails with `invalid` when it is not well formed. */
export async function readMultipart(bytes: Buffer, contentType: string): Promise<SentBody> {
  const parts = await new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } })
    .formData()
    .catch((cause: unknown) => fail('invalid', { internal: 'a page is not well formed', cause }))
  const [fields, files] = [new URLSearchParams(), [] as SentFile[]]
  let count = 0
  for (const [name, value] of parts) {
    count += 1
    if (count > PARTS_MAX) fail('invalid')
    if (typeof value === 'string') fields.append(name, value)
    else if (name.startsWith('u.') && value.size > 0)
      // oxlint-disable-next-line no-await-in-loop -- in memory already
      files.push({ questionId: name.slice(2), name: value.name, bytes: Buffer.from(await value.arrayBuffer()) })
  }
  return { fields, files }
}

/** Returns what a page sent, with or without files. */
export function bodyOf(body: unknown): SentBody {
  if (body instanceof URLSearchParams) return { fields: body, files: [] }
  const sent = body as Partial<SentBody> | undefined
  return { fields: sent?.fields ?? new URLSearchParams(), files: sent?.files ?? [] }
}
