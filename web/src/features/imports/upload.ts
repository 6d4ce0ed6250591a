import type { ApiError } from '@crewline/contract/envelope'
import type { Import } from '@crewline/contract/imports'
import { tellStatus } from '../../shared/api/dead.ts'
import { call, type Reply } from '../../shared/api/from-contract.ts'
import { spoken } from '../../shared/api/spoken.ts'

/** What came of an upload: the import that began, or why not, as the code of the refusal and its words; `cancelled` when it was called off. */
export type Uploaded = { import: Import } | { code: string; words: string }

/** An upload under way; it never rejects. */
export interface Upload {
  done: Promise<Uploaded>
  cancel: () => void
}

export interface UploadAsked {
  bytes: Blob
  name: string
  token: string | null
  /** Told how much has travelled, from 0 to 1. */
  onProgress: (share: number) => void
}

const timeoutMs = 300_000
const nameMax = 200

function answerOf(request: XMLHttpRequest): Uploaded {
  const body = (request.response ?? {}) as Partial<Reply<'startImport'>> & Partial<ApiError>
  if (request.status >= 200 && request.status < 300 && body.import) return { import: body.import }
  return { code: body.code ?? 'offline', words: body.message ?? '' }
}

/** The end of a name is kept when it is too long: it says what kind of file it is. */
function shortened(name: string): string {
  return name.length > nameMax ? name.slice(-nameMax) : name
}

/** Uploads a file of people as its bytes. The query library cannot tell how far an upload is; a request of the browser can. */
export function uploadPeople({ bytes, name, token, onProgress }: UploadAsked): Upload {
  const request = new XMLHttpRequest()
  const done = new Promise<Uploaded>((resolve) => {
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total)
    })
    request.addEventListener('load', () => {
      tellStatus(request.status, token)
      resolve(answerOf(request))
    })
    request.addEventListener('error', () => resolve({ code: 'offline', words: '' }))
    request.addEventListener('timeout', () => resolve({ code: 'offline', words: '' }))
    request.addEventListener('abort', () => resolve({ code: 'cancelled', words: '' }))
  })
  const { method, url } = call('startImport', { query: { name: shortened(name) } })
  request.open(method, `/api${url}`)
  request.responseType = 'json'
  request.timeout = timeoutMs
  const headers = { 'content-type': 'application/octet-stream', ...spoken() }
  for (const [header, value] of Object.entries(headers)) request.setRequestHeader(header, value)
  if (token) request.setRequestHeader('authorization', `Bearer ${token}`)
  request.send(bytes)
  return { done, cancel: () => request.abort() }
}
