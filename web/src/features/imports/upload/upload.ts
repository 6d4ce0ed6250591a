import type { ApiError } from '@crewline/contract/envelope'
import type { Import } from '@crewline/contract/imports'
import { reportStatus } from '../../../shared/api/dead.ts'
import { call, type Reply } from '../../../shared/api/from-contract.ts'
import { languageHeader } from '../../../shared/api/spoken.ts'

/** The result of an upload: the new import, or the code and text of the refusal; `cancelled` when it was canceled. */
export type Uploaded = { import: Import } | { code: string; message: string }

/** An upload in progress; `done` never rejects. */
export interface Upload {
  done: Promise<Uploaded>
  cancel: () => void
}

export interface ContactUploadOptions {
  bytes: Blob
  name: string
  token: string | null
  /** Called with the uploaded share, from 0 to 1. */
  onProgress: (share: number) => void
}

const timeoutMs = 300_000
const nameMax = 200

function answerOf(request: XMLHttpRequest): Uploaded {
  const body = (request.response ?? {}) as Partial<Reply<'startImport'>> & Partial<ApiError>
  if (request.status >= 200 && request.status < 300 && body.import) return { import: body.import }
  return { code: body.code ?? 'offline', message: body.message ?? '' }
}

/** Keeps the end of a name that is too long, because it contains the file extension. */
function shortened(name: string): string {
  return name.length > nameMax ? name.slice(-nameMax) : name
}

/** Uploads the bytes of a contact file with XMLHttpRequest, because the query library cannot report upload progress. */
export function uploadContacts({ bytes, name, token, onProgress }: ContactUploadOptions): Upload {
  const request = new XMLHttpRequest()
  const done = new Promise<Uploaded>((resolve) => {
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total)
    })
    request.addEventListener('load', () => {
      reportStatus(request.status, token)
      resolve(answerOf(request))
    })
    request.addEventListener('error', () => resolve({ code: 'offline', message: '' }))
    request.addEventListener('timeout', () => resolve({ code: 'offline', message: '' }))
    request.addEventListener('abort', () => resolve({ code: 'cancelled', message: '' }))
  })
  const { method, url } = call('startImport', { query: { name: shortened(name) } })
  request.open(method, `/api${url}`)
  request.responseType = 'json'
  request.timeout = timeoutMs
  const headers = { 'content-type': 'application/octet-stream', ...languageHeader() }
  for (const [header, value] of Object.entries(headers)) request.setRequestHeader(header, value)
  if (token) request.setRequestHeader('authorization', `Bearer ${token}`)
  request.send(bytes)
  return { done, cancel: () => request.abort() }
}
