import type { ApiError } from '@crewline/contract/envelope'
import type { MediaItem } from '@crewline/contract/messages'
import type { Reply } from '../../shared/api/from-contract.ts'
import { reportStatus } from '../../shared/api/dead.ts'
import { languageHeader } from '../../shared/api/spoken.ts'

/** An upload in progress. */
export interface Upload {
  /**
   * Resolves to the stored file, or the code of why it was rejected; `cancelled` when it was canceled. Never rejects.
   */
  done: Promise<{ file: MediaItem } | { code: string; message: string }>
  cancel: () => void
}

export interface FileUploadOptions {
  bytes: Blob
  name: string
  token: string | null
  /** Called with the uploaded share, from 0 to 1. */
  onProgress: (share: number) => void
}

const timeoutMs = 120_000

function answerOf(request: XMLHttpRequest): { file: MediaItem } | { code: string; message: string } {
  const body = (request.response ?? {}) as Partial<Reply<'uploadFile'>> & Partial<ApiError>
  if (request.status >= 200 && request.status < 300 && body.file) return { file: body.file }
  return { code: body.code ?? 'offline', message: body.message ?? '' }
}

/** Uploads one file as raw bytes. Uses XMLHttpRequest because the query library does not report upload progress. */
export function upload({ bytes, name, token, onProgress }: FileUploadOptions): Upload {
  const request = new XMLHttpRequest()
  const done = new Promise<{ file: MediaItem } | { code: string; message: string }>((resolve) => {
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
  request.open('POST', `/api/file?${new URLSearchParams({ name: name.slice(0, 120) }).toString()}`)
  request.responseType = 'json'
  request.timeout = timeoutMs
  const headers = { 'content-type': 'application/octet-stream', ...languageHeader() }
  for (const [header, value] of Object.entries(headers)) request.setRequestHeader(header, value)
  if (token) request.setRequestHeader('authorization', `Bearer ${token}`)
  request.send(bytes)
  return { done, cancel: () => request.abort() }
}
